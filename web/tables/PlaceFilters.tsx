import { useTranslation } from 'react-i18next'
import type { RoleId } from '#contract/domain/permissions.ts'
import { useUser } from '../api/user.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { useDepartmentOptions } from './useDepartmentOptions.ts'
import type { ListAddress } from './useListAddress.ts'

/** Filters by role and department. */
export function PlaceFilters({ address, roles }: { address: ListAddress; roles: readonly RoleId[] }) {
  const { t } = useTranslation()
  const { company } = useUser()
  const departments = useDepartmentOptions()
  return (
    <>
      <ChoiceFilter
        label={t('users.role')}
        name="role"
        address={address}
        options={roles.map((id) => ({ value: id, label: t(`role.${id}`) }))}
      />
      {company.features.departments && (
        <ChoiceFilter
          label={t('users.department')}
          name="department"
          address={address}
          options={departments}
        />
      )}
    </>
  )
}

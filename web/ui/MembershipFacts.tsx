import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/wire/department.ts'
import type { Membership } from '#contract/wire/user.ts'
import { useUser } from '../api/user.ts'

/** Further departments of a person with the role in each, as facts in a list. */
export function MembershipFacts({ memberships }: { memberships: readonly Membership[] }) {
  const { t } = useTranslation()
  const { company } = useUser()
  if (memberships.length === 0) return null
  return (
    <>
      <dt>{t('users.furtherDepartments')}</dt>
      <dd>
        {memberships.map(({ department_id, department, role_id }) => (
          <div key={department_id}>
            {isTopLevel(department) ? company.name : department.name} · {t(`roleName.${role_id}`)}
          </div>
        ))}
      </dd>
    </>
  )
}

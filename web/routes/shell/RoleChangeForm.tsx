import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleId } from '#contract/domain/permissions.ts'
import { isTopLevel } from '#contract/wire/department.ts'
import { rolesIn } from '#contract/wire/role.ts'
import { superDataQuery, switchRole } from '../../api/super.ts'
import { useUser } from '../../api/user.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import classes from './UserMenu.module.css'

/** Form for a department and a role that the department has. */
export function RoleChangeForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const [departmentId, setDepartmentId] = useState<string | null>(user.department_id)
  const [roleId, setRoleId] = useState<RoleId | null>(user.role_id)
  const [tried, setTried] = useState(false)
  const { data, error, refetch } = useQuery(superDataQuery)
  const change = useMutation({
    mutationFn: switchRole,
    onSuccess: onChanged,
    meta: { errorMessage: 'super.roleFailed' },
  })
  if (error) return <LoadFailed sentence={t('error.superData')} error={error} onRetry={refetch} />
  if (!data) return <Waiting />

  const department = data.departments.find(({ id }) => id === departmentId)
  const fitting: readonly RoleId[] = department ? rolesIn(department, user.company.features) : []
  const roles = data.roles.filter(({ id }) => fitting.includes(id))
  const role = roles.find(({ id }) => id === roleId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (department && role) change.mutate({ department_id: department.id, role_id: role.id })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Select
        label={t('super.department')}
        data={data.departments.map((each) => ({
          value: each.id,
          label: isTopLevel(each) ? user.company.name : each.name,
        }))}
        value={department?.id ?? null}
        onChange={setDepartmentId}
        error={tried && !department && t('super.departmentRequired')}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            {data.departments.some((each) => each.id === option.value && isTopLevel(each)) && (
              <small>{t('nav.organization')}</small>
            )}
          </span>
        )}
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        label={t('super.role')}
        data={roles.map(({ id }) => ({ value: id, label: t(`role.${id}`) }))}
        value={role?.id ?? null}
        onChange={(id) => setRoleId(id as RoleId | null)}
        error={tried && !role && t('super.roleRequired')}
        // Opens upward, because the submit button is below.
        comboboxProps={{ withinPortal: false, position: 'top' }}
      />
      <Button type="submit" loading={change.isPending}>
        {t('super.update')}
      </Button>
    </form>
  )
}

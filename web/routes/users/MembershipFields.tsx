import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { UserEditForm } from '#contract/wire/user.ts'
import type { Form } from '../../forms/useForm.ts'
import { useProblemWords } from '../../forms/useProblemWords.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './MembershipFields.module.css'

interface Props {
  form: Form<UserEditForm>
  options: readonly { value: string; label: string }[]
  /** Roles that a user can have in a department. */
  rolesOf: (departmentId: string) => readonly RoleId[]
}

/** Further departments besides the primary one, each once, with a role that the department has. */
export function MembershipFields({ form, options, rolesOf }: Props) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const { value: memberships = [], onChange, problem } = form.field('memberships')
  const taken = new Set([form.values.department_id, ...memberships.map((one) => one.department_id)])
  const free = options.filter(({ value }) => !taken.has(value) && rolesOf(value).length > 0)
  const put = (at: number, department_id: string, role_id?: RoleId) => {
    const fitting = rolesOf(department_id)
    const role = role_id && fitting.includes(role_id) ? role_id : fitting.at(-1)
    if (role)
      onChange(memberships.map((one, index) => (index === at ? { department_id, role_id: role } : one)))
  }
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.label ?? ''
  const add = () => {
    const [next] = free
    const role = next && rolesOf(next.value).at(-1)
    if (next && role) onChange([...memberships, { department_id: next.value, role_id: role }])
  }
  if (memberships.length === 0 && free.length === 0) return null
  return (
    <fieldset className={classes.group}>
      <legend>{t('users.furtherDepartments')}</legend>
      {memberships.map(({ department_id, role_id }, at) => (
        <div key={department_id} className={classes.row}>
          <Select
            aria-label={t('users.furtherDepartment', { number: at + 1 })}
            data={options.filter(({ value }) => value === department_id || !taken.has(value))}
            value={department_id}
            allowDeselect={false}
            searchable={options.length > 8}
            onChange={(id) => id && put(at, id, role_id)}
          />
          <Select
            aria-label={t('users.roleIn', { name: nameOf(department_id) })}
            data={rolesOf(department_id).map((id) => ({ value: id, label: t(`role.${id}`) }))}
            value={role_id}
            allowDeselect={false}
            onChange={(id) => id && put(at, department_id, id as RoleId)}
          />
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t('users.removeDepartment', { name: nameOf(department_id) })}
            onClick={() => onChange(memberships.filter((_, index) => index !== at))}
          >
            <Icon of={IconTrash} size={16} />
          </ActionIcon>
        </div>
      ))}
      {problem && (
        <p className={classes.problem} role="alert">
          {words(problem)}
        </p>
      )}
      {free.length > 0 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon of={IconPlus} size={14} />}
          className={classes.add ?? ''}
          onClick={add}
        >
          {t('users.addDepartment')}
        </Button>
      )}
    </fieldset>
  )
}

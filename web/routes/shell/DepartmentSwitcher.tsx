import { Menu } from '@mantine/core'
import { IconCheck, IconSelector, IconSitemap } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chooseDepartment } from '../../api/chooseDepartment.ts'
import { useDepartmentChoice } from '../../api/departmentChoice.ts'
import { departmentsQuery, useUser } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './TopBar.module.css'

/** Narrows every screen to one department; only for those who belong to the organization as a whole. */
export function DepartmentSwitcher({ wide = false }: { wide?: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const { data: departments } = useSuspenseQuery(departmentsQuery)
  const chosen = useDepartmentChoice()
  const below = departments.data.filter(({ parent_id }) => parent_id !== null)
  if (user.department.parent_id !== null || below.length === 0) return null

  const options = [{ id: null, name: user.company.name }, ...below.map(({ id, name }) => ({ id, name }))]
  const shown = options.find(({ id }) => id === chosen)?.name ?? user.company.name
  return (
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          data-wide={wide || undefined}
          className={classes.switcher}
          aria-label={`${t('top.department')}: ${shown}`}
        >
          <Icon of={IconSitemap} size={16} />
          <span>{shown}</span>
          <Icon of={IconSelector} size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map(({ id, name }) => (
          <Menu.Item
            key={id ?? 'all'}
            onClick={() => chooseDepartment(id)}
            rightSection={id === chosen ? <Icon of={IconCheck} size={16} /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

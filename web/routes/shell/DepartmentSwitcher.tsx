import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSelector, IconSitemap } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/wire/department.ts'
import { chooseDepartment } from '../../api/chooseDepartment.ts'
import { useDepartmentChoice } from '../../api/departmentChoice.ts'
import { departmentsQuery, useUser } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import { DepartmentList } from './DepartmentList.tsx'
import classes from './TopBar.module.css'

/**
 * Narrows every screen to one department. Shown to users of the whole organization and of several departments, for
 * all departments that they may see.
 */
export function DepartmentSwitcher({ wide = false }: { wide?: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const { data: departments } = useSuspenseQuery(departmentsQuery)
  const chosen = useDepartmentChoice()
  const [opened, list] = useDisclosure(false)
  const below = departments.data.filter((department) => !isTopLevel(department))
  const isWhole = [user.department, ...user.memberships.map(({ department }) => department)].some(isTopLevel)
  if (!(isWhole || user.memberships.length > 0) || below.length === 0) return null

  const everything = isWhole ? user.company.name : t('top.allDepartments')
  const options = [{ id: null, name: everything }, ...below.map(({ id, name }) => ({ id, name }))]
  const shown = options.find(({ id }) => id === chosen)?.name ?? everything
  const choose = (id: string | null) => {
    list.close()
    void chooseDepartment(id)
  }
  return (
    <Popover
      opened={opened}
      onDismiss={list.close}
      position="bottom-end"
      width={260}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          data-wide={wide || undefined}
          className={classes.switcher}
          aria-label={`${t('top.department')}: ${shown}`}
          onClick={list.toggle}
        >
          <Icon of={IconSitemap} size={16} />
          <span>{shown}</span>
          <Icon of={IconSelector} size={14} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('top.department')}>
        <DepartmentList options={options} chosen={chosen} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}

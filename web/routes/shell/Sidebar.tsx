import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { isOffered } from '../mayOpen.ts'
import { footNavigation, GROUPS, navigation } from '../navigation.ts'
import classes from './Sidebar.module.css'
import { SidebarItem } from './SidebarItem.tsx'

/** Sidebar: collapsed it shows only icons, with lines between groups; expanded, each group folds and stays folded. */
export function Sidebar({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: 'sidebar-folded-groups',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const shown = navigation.filter((item) => isOffered(user, item))
  const groups = GROUPS.map((group) => ({ group, items: shown.filter((item) => item.group === group) }))
  const toggle = (group: string) =>
    setFolded((now) => (now.includes(group) ? now.filter((name) => name !== group) : [...now, group]))

  return (
    <nav className={classes.sidebar} aria-label={t('nav.label')} data-collapsed={!open || undefined}>
      <Link to="/map" className={classes.brand} aria-label="Taffrail">
        <Logo word={open} />
      </Link>
      <div className={classes.groups}>
        {groups
          .filter(({ items }) => items.length > 0)
          .map(({ group, items }) => {
            const unfolded = !open || !folded.includes(group)
            return (
              <section key={group} className={classes.group} aria-label={t(`nav.${group}`)}>
                {open && (
                  <button
                    type="button"
                    className={classes.heading}
                    aria-expanded={unfolded}
                    onClick={() => toggle(group)}
                  >
                    {t(`nav.${group}`)}
                    <Icon of={IconChevronDown} size={14} />
                  </button>
                )}
                {unfolded && (
                  <ul className={classes.list}>
                    {items.map((item) => (
                      <SidebarItem key={item.path} item={item} open={open} />
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
      </div>
      <ul className={`${classes.list} ${classes.foot}`}>
        {footNavigation.map((item) => (
          <SidebarItem key={item.path} item={item} open={open} />
        ))}
      </ul>
    </nav>
  )
}

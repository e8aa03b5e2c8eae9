import { useTranslation } from 'react-i18next'
import type { RoleId } from '#contract/domain/permissions.ts'
import classes from './Pill.module.css'

const colours: Readonly<Record<RoleId, 'rose' | 'orange' | 'indigo' | 'purple'>> = {
  'super-admin': 'rose',
  'super-viewer': 'orange',
  'organization-admin': 'indigo',
  'organization-viewer': 'purple',
  'department-admin': 'indigo',
  'department-viewer': 'purple',
}

export function RoleBadge({ role }: { role: RoleId }) {
  const { t } = useTranslation()
  return (
    <span className={classes.pill} style={{ color: `var(--tf-role-${colours[role]})` }}>
      {t(`role.${role}`)}
    </span>
  )
}

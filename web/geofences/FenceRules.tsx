import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/wire/geofence.ts'
import { ruleListQuery } from '../api/rules.ts'
import { usePermission } from '../api/user.ts'
import { useRuleSentence } from '../rules/useRuleSentence.ts'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import classes from './GeofencePopup.module.css'

const SHOWN = 3

/** Rules that use the geofence. */
export function FenceRules({ geofence: { id } }: { geofence: Geofence }) {
  const { t } = useTranslation()
  const mayView = usePermission('department:rule-view')
  const { data } = useQuery({
    ...ruleListQuery({ limit: SHOWN, filter: [{ field: 'geofence_id', operator: 'eq', value: id }] }),
    enabled: mayView,
  })
  const sentence = useRuleSentence()
  if (!data || data.total === 0) return null
  return (
    <ul className={classes.rules} aria-label={t('nav.rules')}>
      {data.data.map((rule) => (
        <li key={rule.id}>
          <SeverityIcon severity={rule.severity} />
          <Link to="/rules/$ruleId" params={{ ruleId: rule.id }}>
            {rule.message ?? sentence(rule)}
          </Link>
          {!rule.enabled && <span>{t('rules.off')}</span>}
        </li>
      ))}
      {data.total > SHOWN && (
        <li>
          <Link to="/rules" search={{ geofence: id }}>
            {t('rules.more', { count: data.total - SHOWN })}
          </Link>
        </li>
      )}
    </ul>
  )
}

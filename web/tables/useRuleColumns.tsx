import { useTranslation } from 'react-i18next'
import type { OrderOf } from '#contract/list.ts'
import type { listRules, Rule } from '#contract/rule.ts'
import { useUser } from '../api/user.ts'
import { useVessels } from '../live/vesselStates.ts'
import { Missing } from '../ui/Quantity.tsx'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import table from './DataTable.module.css'
import type { Column } from './DataTable.tsx'

export function useRuleColumns(): readonly Column<Rule, OrderOf<typeof listRules>>[] {
  const { t } = useTranslation()
  const { company } = useUser()
  const vessels = useVessels((states) => states.all())
  const names = new Map(vessels.map(({ id, name }) => [id, name]))
  const columns: Column<Rule, OrderOf<typeof listRules>>[] = [
    {
      key: 'message',
      title: t('rules.message'),
      cell: ({ message, type }) => message ?? t(`alerts.types.${type}`),
    },
    {
      key: 'type',
      title: t('alerts.type'),
      sort: 'type',
      cell: ({ type }) => t(`alerts.types.${type}`),
    },
    {
      key: 'severity',
      title: t('alerts.severity'),
      sort: 'severity',
      cell: ({ severity }) => (
        <span className={table.person}>
          <SeverityIcon severity={severity} />
          <span aria-hidden="true">{t(`severity.${severity}`)}</span>
        </span>
      ),
    },
    {
      key: 'vessels',
      title: t('rules.vessels'),
      cell: ({ vessels: { apply_to_all, ids } }) => {
        if (apply_to_all) return t('rules.allVessels')
        const [first, ...others] = ids
        if (!first) return <Missing />
        return [names.get(first) ?? t('common.unknown'), others.length > 0 && `+${others.length}`]
          .filter(Boolean)
          .join(' ')
      },
    },
  ]
  if (company.features.departments) {
    columns.push({
      key: 'department',
      title: t('users.department'),
      cell: ({ department }) => department.name,
    })
  }
  columns.push({
    key: 'enabled',
    phone: 'end',
    title: t('rules.enabled'),
    sort: 'enabled',
    cell: ({ enabled }) => t(enabled ? 'rules.on' : 'rules.off'),
  })
  return columns
}

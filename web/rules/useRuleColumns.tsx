import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderOf } from '#contract/wire/list.ts'
import type { listRules, Rule } from '#contract/wire/rule.ts'
import { useUser } from '../api/user.ts'
import { useVesselNames } from '../live/vesselNames.ts'
import { useVessels } from '../live/vesselStates.ts'
import table from '../tables/DataTable.module.css'
import type { Column } from '../tables/DataTable.tsx'
import { Missing } from '../ui/Quantity.tsx'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import { CannotHold } from './CannotHold.tsx'
import { RuleSwitch } from './RuleSwitch.tsx'
import classes from './Rules.module.css'
import { useRuleSentence } from './useRuleSentence.ts'

export function useRuleColumns(): readonly Column<Rule, OrderOf<typeof listRules>>[] {
  const { t } = useTranslation()
  const { company } = useUser()
  const vessels = useVessels((states) => states.all())
  const vesselNames = useVesselNames()
  const names = useMemo(() => new Map(vessels.map(({ id, name }) => [id, name])), [vessels])
  const sentence = useRuleSentence()
  const columns: Column<Rule, OrderOf<typeof listRules>>[] = [
    {
      key: 'message',
      title: t('rules.rule'),
      cell: (rule) => (
        <span className={classes.named}>
          <Link className={table.rowLink ?? ''} to="/rules/$ruleId" params={{ ruleId: rule.id }}>
            {rule.message ?? sentence(rule)}
          </Link>
          {rule.message && <span className={table.aside}>{sentence(rule)}</span>}
          <CannotHold rule={rule} />
        </span>
      ),
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
      cell: ({ vessels: { apply_to_all, ids, excluded_ids = [] } }) => {
        if (apply_to_all)
          return excluded_ids.length > 0
            ? t('rules.allVesselsBut', { some: excluded_ids.length })
            : t('rules.allVessels')
        const [first, ...others] = ids
        if (!first) return <Missing />
        return (
          <span className={classes.chips}>
            <span className={classes.listChip}>
              {names.get(first) ?? (vesselNames === 'known' ? t('common.unknown') : '…')}
            </span>
            {others.length > 0 && <span className={classes.listChip}>+{others.length}</span>}
          </span>
        )
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
    cell: (rule) => <RuleSwitch rule={rule} name={rule.message ?? sentence(rule)} />,
  })
  return columns
}

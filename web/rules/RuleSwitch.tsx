import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Rule } from '#contract/wire/rule.ts'
import { setRuleEnabled, showEnabled } from '../api/rules.ts'
import { usePermission } from '../api/user.ts'
import { toast } from '../toasts/toast.ts'
import classes from './Rules.module.css'

/** Switches a rule on or off in its row; the switch moves at once, and back if the server refuses. */
export function RuleSwitch({ rule, name }: { rule: Rule; name: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const mayEdit = usePermission('rule:rule-edit', rule.id, rule.department_id)
  const change = useMutation({
    mutationFn: (enabled: boolean) => setRuleEnabled(rule.id, enabled),
    onMutate: (enabled) => showEnabled(rule.id, enabled),
    onError: (_error, _enabled, takeBack) => {
      takeBack?.()
      toast.failure('rules.toggleFailed')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  })
  return (
    <Switch
      className={classes.rowSwitch ?? ''}
      aria-label={t('rules.enable', { name })}
      checked={rule.enabled}
      disabled={!mayEdit}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}

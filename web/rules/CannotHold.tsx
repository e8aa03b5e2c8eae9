import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Rule } from '#contract/wire/rule.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './Rules.module.css'

/** Reason why a rule can never raise an alert; nothing when it can. */
export function CannotHold({ rule: { cannot_hold } }: { rule: Pick<Rule, 'cannot_hold'> }) {
  const { t } = useTranslation()
  if (!cannot_hold) return null
  return (
    <span className={classes.defect}>
      <Icon of={IconAlertTriangle} size={14} />
      <span>{t(`rules.defects.${cannot_hold}`)}</span>
    </span>
  )
}

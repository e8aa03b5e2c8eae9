import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/alert.ts'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './CameLate.module.css'
import { lateMsOf } from './lateMs.ts'

/** Of what was heard of long after it happened, how long; nothing else says why an old alert is new. */
export function CameLate({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const lateMs = lateMsOf(alert)
  if (lateMs === null) return null
  return <span className={classes.late}>{t('alerts.receivedLater', { later: formats.lasting(lateMs) })}</span>
}

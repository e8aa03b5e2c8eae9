import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Helm } from '#contract/wire/helm.ts'
import { acknowledgeAlert } from '../../api/helm.ts'
import { usePermission } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { SeverityIcon } from '../../ui/SeverityIcon.tsx'
import classes from './Helm.module.css'

interface Props {
  vesselId: string
  alerts: Helm['alerts']
  nowMs: number
}

/** Most alerts at a time, so that the dials stay visible; the next ones show after acknowledgement. */
const SHOWN = 2

/** Unacknowledged alerts of the vessel, worst first. */
export function HelmAlerts({ vesselId, alerts, nowMs }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const queries = useQueryClient()
  const mayAcknowledge = usePermission('vessel:alert-acknowledge', vesselId)
  const acknowledge = useMutation({
    mutationFn: acknowledgeAlert,
    onSuccess: ({ id }) => {
      queries.setQueryData<Helm>(
        ['helm', vesselId],
        (helm) => helm && { ...helm, alerts: helm.alerts.filter((one) => one.id !== id) },
      )
      void queries.invalidateQueries({ queryKey: ['alerts'] })
    },
    meta: { errorMessage: 'helm.acknowledgeFailed' },
  })
  const standing = alerts.filter(({ until }) => until === null || Date.parse(until) > nowMs)
  const more = standing.length - SHOWN
  return (
    <section className={classes.alerts} aria-label={t('helm.alerts')} aria-live="assertive">
      {standing.slice(0, SHOWN).map(({ id, severity, text, trigger_time }) => (
        <div key={id} className={classes.alert} data-severity={severity}>
          <SeverityIcon severity={severity} size={32} />
          <p>
            {text} <time dateTime={trigger_time}>{formats.time(Date.parse(trigger_time))}</time>
          </p>
          {mayAcknowledge && (
            <button
              type="button"
              aria-label={`${t('helm.acknowledge')}: ${text}`}
              disabled={acknowledge.isPending}
              onClick={() => acknowledge.mutate(id)}
            >
              {t('helm.acknowledge')}
            </button>
          )}
        </div>
      ))}
      {more > 0 && <p className={classes.more}>{t('helm.moreAlerts', { count: more })}</p>}
    </section>
  )
}

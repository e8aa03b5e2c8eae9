import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Missing } from '../ui/Quantity.tsx'
import classes from './AlertPanel.module.css'
import { useAlertMoment } from './useAlertMoment.ts'

export function AlertFacts({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const momentOf = useAlertMoment()
  const { vessel, latitudeDeg, longitudeDeg, sources, acknowledged, ended_at, is_open, ended_by_silence } =
    alert
  const triggerMs = Date.parse(alert.trigger_time)
  return (
    <dl className={classes.facts}>
      <dt>{t('alerts.severity')}</dt>
      <dd>{t(`severity.${alert.severity}`)}</dd>
      <dt>{t('alerts.type')}</dt>
      <dd>{t(`alerts.types.${alert.type}`)}</dd>
      <dt>{t('alerts.triggerTime')}</dt>
      <dd>{momentOf(alert)}</dd>
      {(ended_at || is_open) && (
        <>
          <dt>{t('alertCase.ended')}</dt>
          <dd>
            {ended_at ? formats.dateTimeSeconds(Date.parse(ended_at)) : t('alertCase.goesOn')}
            {ended_by_silence && <div>{t('alertCase.endedBySilence')}</div>}
          </dd>
        </>
      )}
      {ended_at && (
        <>
          <dt>{t('alertCase.duration')}</dt>
          <dd>{formats.lasting(Date.parse(ended_at) - triggerMs)}</dd>
        </>
      )}
      <dt>{t('alerts.vessel')}</dt>
      <dd>
        <Link className={classes.vessel} to="/vessels/$vesselId" params={{ vesselId: vessel.id }}>
          {vessel.name}
        </Link>
      </dd>
      <dt>{t('alerts.location')}</dt>
      <dd>
        {latitudeDeg !== null && longitudeDeg !== null ? (
          formats.coordinates(latitudeDeg, longitudeDeg)
        ) : (
          <Missing />
        )}
      </dd>
      {acknowledged && (
        <>
          <dt>{t('alerts.acknowledged')}</dt>
          <dd>
            {[
              formats.dateTimeSeconds(Date.parse(acknowledged.at)),
              (acknowledged.by ?? acknowledged.api_key)?.name,
            ]
              .filter(Boolean)
              .join(', ')}
          </dd>
        </>
      )}
      <dt>{t('alerts.devices')}</dt>
      <dd>{sources.length > 0 ? sources.join(', ') : <Missing />}</dd>
    </dl>
  )
}

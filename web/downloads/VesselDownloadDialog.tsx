import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestStatisticsDownload } from '#contract/wire/download.ts'
import { call } from '../api/call.ts'
import { tripCountQuery } from '../api/trips.ts'
import { DateRangePicker } from '../forms/DateRangePicker.tsx'
import type { DayRange } from '../forms/dayRange.ts'
import classes from './DownloadForm.module.css'
import { DownloadForm } from './DownloadForm.tsx'
import { daysSpan } from './daysSpan.ts'
import { STEP_RPM } from './downloadTypes.ts'
import { FormatField } from './FormatField.tsx'
import { RpmStepField } from './RpmStepField.tsx'
import { useDownload } from './useDownload.ts'

type Format = 'csv' | 'parquet'
const FORMATS: readonly Format[] = ['csv', 'parquet']

/** Dialog to download the engine profile of a vessel over the trips of a span of days. */
export function VesselDownloadDialog({ vessel, onClose }: { vessel: { id: string }; onClose: () => void }) {
  const { t } = useTranslation()
  const [days, setDays] = useState<Partial<DayRange>>({})
  const [format, setFormat] = useState<Format>('csv')
  const [stepRpm, setStepRpm] = useState<number | ''>(STEP_RPM.usual)
  const { data: trips } = useQuery(tripCountQuery(vessel.id, daysSpan(days)))
  const download = useDownload(
    (step_size: number) =>
      call(requestStatisticsDownload, {
        body: { id_str: vessel.id, data_type: 'vessel', step_size, format, ...daysSpan(days) },
      }),
    onClose,
  )
  return (
    <DownloadForm
      vesselId={vessel.id}
      download={download}
      idle={stepRpm === '' || trips === 0}
      onSubmit={() => download.start(Math.floor(stepRpm || STEP_RPM.usual))}
      onClose={onClose}
    >
      <p className={classes.about}>
        <strong>{t('download.types.engine_profile')}</strong>
        <br />
        {t('download.about.engine_profile')}
      </p>
      <div className={classes.field}>
        <span className={classes.name}>{t('download.days')}</span>
        <DateRangePicker from={days.from} to={days.to} onChange={setDays} fullWidth />
        {trips === 0 && (
          <span className={classes.empty} role="status">
            {t('download.noTrips')}
          </span>
        )}
      </div>
      <RpmStepField value={stepRpm} onChange={setStepRpm} />
      <FormatField formats={FORMATS} value={format} onChange={setFormat} />
    </DownloadForm>
  )
}

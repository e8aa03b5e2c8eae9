import { Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DownloadFormat, requestRawData, requestStatisticsDownload } from '#contract/wire/download.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { call } from '../api/call.ts'
import { tripSeriesQuery } from '../api/telemetry.ts'
import classes from './DownloadForm.module.css'
import { DownloadForm } from './DownloadForm.tsx'
import { DOWNLOAD_TYPES, type DownloadType, formatsOf, hasData, STEP_RPM } from './downloadTypes.ts'
import { FormatField } from './FormatField.tsx'
import { RpmStepField } from './RpmStepField.tsx'
import { useDownload } from './useDownload.ts'

/** Dialog to download the measurements of a trip as a file. */
export function DownloadDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { t } = useTranslation()
  const [type, setType] = useState<DownloadType>('calc')
  const [format, setFormat] = useState<DownloadFormat>('csv')
  const [stepRpm, setStepRpm] = useState<number | ''>(STEP_RPM.usual)
  const formats = formatsOf(type)
  const fields = useQuery(tripSeriesQuery(trip.id)).data?.data
  const isProfile = type === 'engine_profile'
  const download = useDownload((request: Request) => ask(trip, request), onClose)
  return (
    <DownloadForm
      vesselId={trip.vessel_id}
      download={download}
      idle={(isProfile && stepRpm === '') || !hasData(type, fields)}
      onSubmit={() => download.start({ type, format, stepRpm: stepRpm || STEP_RPM.usual })}
      onClose={onClose}
    >
      <Radio.Group
        label={t('download.type')}
        value={type}
        onChange={(next) => {
          const chosen = DOWNLOAD_TYPES.find((known) => known === next) ?? type
          setType(chosen)
          if (!formatsOf(chosen).includes(format)) setFormat('csv')
        }}
      >
        <div className={classes.types}>
          {DOWNLOAD_TYPES.map((known) => (
            <Radio
              key={known}
              value={known}
              disabled={!hasData(known, fields)}
              label={t(`download.types.${known}`)}
              description={hasData(known, fields) ? t(`download.about.${known}`) : t('download.empty')}
            />
          ))}
        </div>
      </Radio.Group>
      {isProfile && <RpmStepField value={stepRpm} onChange={setStepRpm} />}
      <FormatField formats={formats} value={format} onChange={setFormat} />
    </DownloadForm>
  )
}

interface Request {
  type: DownloadType
  format: DownloadFormat
  stepRpm: number
}

function ask(trip: Trip, { type, format, stepRpm }: Request) {
  if (type !== 'engine_profile')
    return call(requestRawData, { body: { trip_id: trip.id, requestType: type, format } })
  return call(requestStatisticsDownload, {
    body: {
      id_str: trip.id,
      data_type: 'trip',
      step_size: Math.floor(stepRpm),
      format: format === 'parquet' ? format : 'csv',
    },
  })
}

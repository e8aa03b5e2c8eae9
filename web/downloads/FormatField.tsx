import { useTranslation } from 'react-i18next'
import type { DownloadFormat } from '#contract/wire/download.ts'
import { Segment } from '../ui/Segment.tsx'
import classes from './DownloadForm.module.css'

const NAMES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'CSV',
  parquet: 'Parquet',
  gpx: 'GPX',
  geojson: 'GeoJSON',
}

interface Props<Format extends DownloadFormat> {
  formats: readonly Format[]
  value: Format
  onChange: (format: Format) => void
}

export function FormatField<Format extends DownloadFormat>({ formats, value, onChange }: Props<Format>) {
  const { t } = useTranslation()
  return (
    <div className={classes.field}>
      <span className={classes.name} aria-hidden="true">
        {t('download.format')}
      </span>
      <Segment
        label={t('download.format')}
        value={value}
        onChange={onChange}
        options={formats.map((format) => ({ value: format, label: NAMES[format] }))}
      />
    </div>
  )
}

import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '#web/plots/timeRange.ts'
import { ZoomTools } from '#web/plots/ZoomTools.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import classes from './TripPlot.module.css'

interface Props {
  range: TimeRange
  onDownload: () => void
  canDownload: boolean
}

export function TripPlotTools({ range, onDownload, canDownload }: Props) {
  const { t } = useTranslation()
  return (
    <span className={classes.zoom}>
      <ZoomTools range={range} />
      <IconButton
        size={28}
        label={t('chart.download')}
        icon={IconDownload}
        onClick={onDownload}
        disabled={!canDownload}
      />
    </span>
  )
}

import { IconDownload, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '../../charts/timeRange.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './TripChart.module.css'

interface Props {
  range: TimeRange
  onDownload: () => void
  canDownload: boolean
}

const STEP = 1.6

export function TripChartTools({ range, onDownload, canDownload }: Props) {
  const { t } = useTranslation()
  const whole = useSyncExternalStore(range.subscribe, range.isWhole)
  return (
    <span className={classes.zoom}>
      <IconButton
        size={28}
        label={t('chart.resetZoom')}
        icon={IconZoomReset}
        onClick={() => range.reset()}
        disabled={whole}
      />
      <IconButton size={28} label={t('map.zoomIn')} icon={IconZoomIn} onClick={() => range.scale(1 / STEP)} />
      <IconButton
        size={28}
        label={t('map.zoomOut')}
        icon={IconZoomOut}
        onClick={() => range.scale(STEP)}
        disabled={whole}
      />
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

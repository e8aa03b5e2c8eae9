import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { TimeRange } from './timeRange.ts'

const STEP = 1.6

/** Buttons for zooming without a wheel. */
export function ZoomTools({ range }: { range: TimeRange }) {
  const { t } = useTranslation()
  const whole = useSyncExternalStore(range.subscribe, range.isWhole)
  const out = () => range.scale(STEP)
  return (
    <>
      <IconButton
        size={28}
        label={t('chart.resetZoom')}
        icon={IconZoomReset}
        onClick={() => range.reset()}
        disabled={whole}
      />
      <IconButton size={28} label={t('map.zoomIn')} icon={IconZoomIn} onClick={() => range.scale(1 / STEP)} />
      <IconButton size={28} label={t('map.zoomOut')} icon={IconZoomOut} onClick={out} disabled={whole} />
    </>
  )
}

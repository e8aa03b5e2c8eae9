import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '#web/plots/timeRange.ts'
import { ZoomTools } from '#web/plots/ZoomTools.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { Player } from '../../replay/player.ts'
import classes from './TripPlot.module.css'

interface Props {
  player: Player
  range: TimeRange
  onDownload: () => void
  canDownload: boolean
}

export function TripPlotTools({ player, range, onDownload, canDownload }: Props) {
  const { t } = useTranslation()
  const playing = useSyncExternalStore(player.subscribe, () => player.get().playing)
  return (
    <span className={classes.zoom}>
      <IconButton
        size={28}
        label={t(playing ? 'replay.pause' : 'replay.play')}
        icon={playing ? IconPlayerPause : IconPlayerPlay}
        onClick={playing ? player.pause : player.play}
      />
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

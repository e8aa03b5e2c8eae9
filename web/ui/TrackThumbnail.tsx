import { IconRoute } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import { Icon } from './Icon.tsx'
import classes from './TrackThumbnail.module.css'
import { drawTrack, type TrackSegment } from './trackPath.ts'

interface Props {
  /** Undefined during loading. */
  points: readonly PathPoint[] | undefined
  limitG: number
  size?: number
  /** True to end in a dot, for a vessel still under way. */
  live?: boolean
}

/** Small picture of the trip's track, coloured by impact, drawn in a square of 200. */
export const TrackThumbnail = memo(function TrackThumbnail({
  points,
  limitG,
  size = 64,
  live = false,
}: Props) {
  const { t } = useTranslation()
  const track = points && drawTrack(points, limitG, SOURCE_PX, SOURCE_PX * 0.15)
  const scale = SOURCE_PX / size
  return (
    <span className={classes.thumbnail} style={{ width: size, height: size }}>
      {track && (
        <svg viewBox={`0 0 ${SOURCE_PX} ${SOURCE_PX}`} role="img" aria-label={t('trips.track')}>
          {track.segments.map(({ level, d }) => (
            <path key={d} d={d} stroke={colours[level ?? 'unknown']} strokeWidth={2 * scale} />
          ))}
          <circle
            cx={track.end[0]}
            cy={track.end[1]}
            r={(live ? 3 : 2.5) * scale}
            fill="var(--tf-text-1)"
            stroke="var(--tf-thumbnail)"
            strokeWidth={scale}
          />
        </svg>
      )}
      {points && !track && <Icon of={IconRoute} size={16} />}
    </span>
  )
})

const SOURCE_PX = 200

const between = (a: string, b: string) => `color-mix(in oklab, var(--tf-im-${a}), var(--tf-im-${b}))`
const colours: Readonly<Record<NonNullable<TrackSegment['level']> | 'unknown', string>> = {
  low: 'var(--tf-im-low)',
  lowMid: between('low', 'mid'),
  mid: 'var(--tf-im-mid)',
  midHigh: between('mid', 'high'),
  high: 'var(--tf-im-high)',
  unknown: 'var(--tf-text-3)',
}

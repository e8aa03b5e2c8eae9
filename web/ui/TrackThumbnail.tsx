import { IconRoute } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Icon } from './Icon.tsx'
import classes from './TrackThumbnail.module.css'
import { drawTrack, type TrackSegment } from './trackPath.ts'

interface Props {
  /** Undefined during loading. */
  points: readonly PathPoint[] | undefined
  /** A trip under way ends in a larger dot. */
  trip: Trip
  size?: number
}

/** Small picture of the trip's track, coloured by impact, drawn in a square of 200. It names vessel and date. */
export const TrackThumbnail = memo(function TrackThumbnail({ points, trip, size = 64 }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { vessel, start_time, live } = trip
  const track = points && drawTrack(points, vessel.system_settings.impact_limit, SOURCE_PX, SOURCE_PX * 0.15)
  const scale = SOURCE_PX / size
  return (
    <span className={classes.thumbnail} style={{ width: size, height: size }}>
      {track && (
        <svg
          viewBox={`0 0 ${SOURCE_PX} ${SOURCE_PX}`}
          role="img"
          aria-label={`${t('trip.by', { vessel: vessel.name })} · ${formats.dateTime(Date.parse(start_time))}`}
        >
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

import type { ReactNode } from 'react'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useServerNow } from '../live/useServerNow.ts'
import { Duration, Quantity } from '../ui/Quantity.tsx'
import { LiveBadge } from '../ui/StatusPill.tsx'
import { TrackThumbnail } from '../ui/TrackThumbnail.tsx'
import { AnalysisMark } from './AnalysisMark.tsx'
import { SeaMark } from './SeaMark.tsx'
import { TripImpact } from './TripImpact.tsx'
import classes from './TripSummary.module.css'

interface Props {
  trip: Trip
  points: readonly PathPoint[] | undefined
  /** Content at the end of the first line, such as a pin. */
  aside?: ReactNode
  /** Further line, such as captain and notifications. */
  below?: ReactNode
}

/** Trip in three lines beside its track: vessel, time, duration, distance and impact. */
export function TripSummary({ trip, points, aside, below }: Props) {
  return (
    <div className={classes.summary}>
      <TrackThumbnail points={points} trip={trip} />
      <div className={classes.lines}>
        <div className={classes.first}>
          <span className={classes.name}>{trip.vessel.name}</span>
          {trip.live && <LiveBadge />}
          <AnalysisMark trip={trip} />
          <SeaMark trip={trip} />
          {aside && <span className={classes.aside}>{aside}</span>}
        </div>
        <div className={classes.when}>
          <StartTime trip={trip} />
        </div>
        <div className={classes.facts}>
          <Duration minutes={trip.stats.duration} />
          <Quantity value={trip.stats.distance} unit="nmi" />
          <span className={classes.impact}>
            <TripImpact trip={trip} width={36} />
          </span>
        </div>
        {below}
      </div>
    </div>
  )
}

/** `Today, 09:12`, and the date for earlier trips. */
export function StartTime({ trip }: { trip: Trip }) {
  const formats = useFormats()
  const nowMs = useServerNow()
  return <time dateTime={trip.start_time}>{formats.liveDateTime(Date.parse(trip.start_time), nowMs)}</time>
}

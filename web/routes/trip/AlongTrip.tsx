import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Point } from '#contract/wire/statistics.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { createLinkedCursor } from '../../plots/linkedCursor.ts'
import { PaneStack } from '../../plots/PaneStack.tsx'
import type { Pane } from '../../plots/pane.ts'
import { distanceAxis } from '../../plots/paneAxis.ts'
import { createTimeRange, type Span } from '../../plots/timeRange.ts'
import { ZoomTools } from '../../plots/ZoomTools.tsx'
import { tripInterval } from '../../replay/tripInterval.ts'
import { sailedMiles } from '../../trips/moment/sailedMiles.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Segment } from '../../ui/Segment.tsx'
import classes from './AlongTrip.module.css'
import { useCursorMoment } from './usePageMoment.ts'

/** Panes and the width of their buckets: ms, or nmi along the distance. */
interface Course {
  panes: readonly Pane[]
  step: number
}

interface Props {
  title: string
  note?: ReactNode
  aside?: ReactNode
  trip: Trip
  overTime: Course
  /** `starts` are the times at which the boat came to each chunk of the distance. */
  overDistance?: Course & { starts: readonly Point[] }
  /** Limits, by unit. */
  limits?: Readonly<Record<string, { value: number; label: string }>>
  suggestedMax?: Readonly<Record<string, number>>
}

type Axis = 'time' | 'distance'
/** Shortest visible range, nmi. */
const SHORTEST_NMI = 0.2

/** Measurements of the trip in panes with one cursor and one zoom, over time or nautical miles sailed. */
export function AlongTrip({ title, note, aside, trip, overTime, overDistance, ...marks }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [axis, setAxis] = useState<Axis>('time')
  const [cursors] = useState({ time: createLinkedCursor(), distance: createLinkedCursor() })
  const { fromMs, toMs } = tripInterval(trip)
  const { distance } = trip.stats
  const starts = overDistance?.starts
  const sailed = useMemo(
    () => sailedMiles(starts ?? [], { fromMs, toMs }, distance),
    [starts, fromMs, toMs, distance],
  )
  const goToTime = useCursorMoment(trip, cursors.time)
  const goToMile = useCursorMoment(trip, cursors.distance, sailed)
  const timeRange = useRange([fromMs, Math.max(toMs, fromMs + MINUTE_MS)])
  const distanceRange = useRange([0, Math.max(distance, SHORTEST_NMI)], SHORTEST_NMI)
  const miles = useMemo(() => distanceAxis(formats), [formats])

  const isTime = axis === 'time' || !overDistance
  const { panes, step } = isTime ? overTime : overDistance
  const range = isTime ? timeRange : distanceRange
  const onMove = isTime ? goToTime : goToMile
  return (
    <Panel
      title={title}
      note={note}
      flush
      aside={
        <>
          {overDistance && (
            <Segment
              small
              label={t('chart.axis')}
              value={axis}
              onChange={setAxis}
              options={[
                { value: 'time', label: t('chart.overTime') },
                { value: 'distance', label: t('chart.overDistance') },
              ]}
            />
          )}
          <span className={classes.zoom}>
            <ZoomTools range={range} />
          </span>
          {aside}
        </>
      }
    >
      <div className={classes.panes}>
        <PaneStack
          key={isTime ? 'time' : 'distance'}
          label={title}
          panes={panes}
          stepMs={step}
          cursor={cursors[isTime ? 'time' : 'distance']}
          range={range}
          even
          wheelScrolls
          {...(!isTime && { axis: miles })}
          {...(onMove && { onMove })}
          {...marks}
        />
      </div>
    </Panel>
  )
}

/** Range of the whole trip, which may grow. */
function useRange([from, to]: Span, shortest?: number) {
  const [range] = useState(() => createTimeRange([from, to], shortest))
  useEffect(() => range.cover([from, to]), [range, from, to])
  return range
}

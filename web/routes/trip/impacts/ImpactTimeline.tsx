import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { impactLevel } from '../../../ui/impact.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { useSize } from '../../../ui/useSize.ts'
import classes from './ImpactTimeline.module.css'
import { type ImpactRange, isInRange } from './impactRange.ts'
import { TimelineGrid } from './TimelineGrid.tsx'
import { nearestStem, stemPaths, timelineScale } from './timeline.ts'

interface Props {
  trip: Trip
  events: readonly ImpactEvent[]
  range: ImpactRange
  limitG: number
  hovered: ImpactEvent | null
  onHover: (event: ImpactEvent | null) => void
  onOpen: (event: ImpactEvent) => void
}

const HEIGHT_PX = 186
/** Reach of the pointer around a stem, CSS pixels. */
const REACH_PX = 24
const TIP_PX = 170

/** Stem for every impact of the trip, as high as its peak; impacts outside the range are drawn as stubs. */
export function ImpactTimeline({ trip, events, range, limitG, hovered, onHover, onOpen }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { ref, width } = useSize()
  const endTime = trip.end_time ?? trip.stats.time_of_last_data_point
  const peakG = Math.max(0, ...events.map(({ peak_impact }) => peak_impact))
  const scale = timelineScale([Date.parse(trip.start_time), Date.parse(endTime)], Math.max(peakG, limitG), {
    width,
    height: HEIGHT_PX,
  })
  const inRange = events.filter(({ peak_impact }) => isInRange(peak_impact, range))
  const paths = stemPaths(events, scale, ({ peak_impact }) =>
    isInRange(peak_impact, range) ? impactLevel(peak_impact, limitG) : 'outside',
  )
  const eventAt = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) =>
    nearestStem(inRange, scale, { x: offsetX, y: offsetY }, REACH_PX)
  const limit = formats.number(limitG, decimalsIn(limitG))
  const half = formats.number(limitG / 2, decimalsIn(limitG / 2))
  return (
    <Panel
      title={t('impacts.timeline')}
      aside={
        <ul className={classes.key}>
          {inRange.length < events.length && <li data-level="outside">{t('impacts.outside')}</li>}
          <li data-level="low">{t('impacts.upTo', { limit: half })}</li>
          <li data-level="mid">{t('impacts.upTo', { limit })}</li>
          <li data-level="high">{t('impacts.above')}</li>
        </ul>
      }
    >
      <div ref={ref} className={classes.chart}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT_PX}
            role="img"
            aria-label={t('impacts.timelineLabel', {
              count: events.length,
              peak: formats.quantity(peakG, 'g'),
            })}
            data-pointing={hovered ? true : undefined}
            onPointerMove={(event) => onHover(eventAt(event))}
            onPointerDown={(event) => onHover(eventAt(event))}
            onPointerLeave={() => onHover(null)}
            onPointerUp={(event) => {
              const found = event.pointerType === 'mouse' && eventAt(event)
              if (found) onOpen(found)
            }}
          >
            <TimelineGrid scale={scale} limitG={limitG} label={t('trip.limitMark', { limit })} />
            {paths.map(({ level, stems, dots }) => (
              <g key={level} className={classes.stems} data-level={level}>
                <path d={stems} />
                {dots && <path className={classes.edge} d={dots} />}
                {dots && <path className={classes.dots} d={dots} />}
              </g>
            ))}
            {hovered && (
              <Mark x={scale.x(Date.parse(hovered.peak_impact_time))} y={scale.y(hovered.peak_impact)} />
            )}
          </svg>
        )}
        {hovered && <Tip event={hovered} x={scale.x(Date.parse(hovered.peak_impact_time))} width={width} />}
      </div>
    </Panel>
  )
}

/** Fewest decimals that show the exact value: 3, 1.5, 0.75. */
const decimalsIn = (g: number) =>
  [0, 1].find((decimals) => Number((g * 10 ** decimals).toFixed(6)) % 1 === 0) ?? 2

const Mark = ({ x, y }: { x: number; y: number }) => (
  <>
    <path className={classes.cursor} d={`M${x} 8V${HEIGHT_PX - 24}`} />
    <circle className={classes.ring} cx={x} cy={y} r={7} />
  </>
)

/** Tooltip beside the stem, on the side with more space. */
function Tip({ event, x, width }: { event: ImpactEvent; x: number; width: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const left = x + 14 + TIP_PX > width ? Math.max(0, x - 14 - TIP_PX) : x + 14
  return (
    <div className={classes.tip} style={{ left, width: TIP_PX }}>
      <strong>
        <Quantity value={event.peak_impact} unit="g" />
      </strong>{' '}
      {t(`impacts.location.${event.hull_location}`)}
      <div>{formats.timeSeconds(Date.parse(event.peak_impact_time))}</div>
    </div>
  )
}

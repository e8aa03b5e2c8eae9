import { MINUTE_MS } from '#contract/domain/time.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import classes from './ImpactTimeline.module.css'
import { MARGIN, type TimelineScale } from './timeline.ts'

interface Props {
  scale: TimelineScale
  limitG: number
  label: string
}

/** Grid behind the stems: g, time of day, and the vessel's limit. */
export function TimelineGrid({ scale, limitG, label }: Props) {
  const formats = useFormats()
  const { width, gTicks, timeTicks, timeStepMs } = scale
  const right = width - MARGIN.right
  const write = timeStepMs < MINUTE_MS ? formats.timeSeconds : formats.time
  const top = gTicks.at(-1)
  return (
    <g className={classes.grid}>
      {gTicks.map((g) => (
        <g key={g}>
          <path data-zero={g === 0 || undefined} d={`M${MARGIN.left} ${scale.y(g)}H${right}`} />
          <text x={MARGIN.left - 8} y={scale.y(g) + 4} textAnchor="end">
            {formats.number(g)}
            {g === top && ' g'}
          </text>
        </g>
      ))}
      {timeTicks
        .filter((timeMs) => scale.x(timeMs) > MARGIN.left + 12 && scale.x(timeMs) < right - 16)
        .map((timeMs) => (
          <text key={timeMs} x={scale.x(timeMs)} y={scale.height - 6} textAnchor="middle">
            {write(timeMs)}
          </text>
        ))}
      <path className={classes.limit} d={`M${MARGIN.left} ${scale.y(limitG)}H${right}`} />
      <text className={classes.limitWord} x={MARGIN.left + 6} y={scale.y(limitG) - 5}>
        {label}
      </text>
    </g>
  )
}

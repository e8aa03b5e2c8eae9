import { Tooltip } from '@mantine/core'
import { useFormats } from '#web/i18n/useFormats.ts'
import { useTokens } from '#web/ui/useTokens.ts'
import classes from './PolarPlot.module.css'
import { bandsOf, EDGES_G, LEAST_G, MOST_G, type Push, sectorPath, strength } from './rose.ts'

export interface PolarArrow extends Push {
  id: string
  /** Place in the scheme's list of colours. */
  slot: number
  /** Text of the arrow's tooltip. */
  label: string
}

interface Props {
  title: string
  /** Description of the whole content for screen readers. */
  description: string
  arrows: readonly PolarArrow[]
  /** Largest acceleration in each bin of the rose, g. */
  bins: readonly number[]
  binLabel: (g: number) => string
  /** Colour of a band, by its outer edge in g. */
  colourOf: (edgeG: number) => string
  /** Words at the top, right, bottom and left. */
  sides: readonly [string, string, string, string]
  /** Outline of the boat in the centre that shows her orientation, about 60 px long. */
  boat: string
}

/** Distance from the centre to the end of the scale. */
const RADIUS = 100
const px = (g: number) => (Math.min(g, MOST_G) / MOST_G) * RADIUS

/** Directions and strengths around a boat, in g: a rose of the measured accelerations, and an arrow for each peak. */
export function PolarPlot({ title, description, arrows, bins, binLabel, colourOf, sides, boat }: Props) {
  const formats = useFormats()
  const [top, right, bottom, left] = sides
  return (
    <figure className={classes.figure}>
      <figcaption>{title}</figcaption>
      <svg viewBox="-170 -126 340 252" role="img" aria-label={description}>
        <path className={classes.boat} d={boat} />
        {bins.map((g, bin) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a bin
          <Tooltip key={bin} label={binLabel(g)} openDelay={0} disabled={g === 0}>
            <g className={classes.sector}>
              {bandsOf(g).map(({ from, to, edge }) => (
                <path key={edge} d={sectorPath(bin, px(from), px(to))} style={{ color: colourOf(edge) }} />
              ))}
            </g>
          </Tooltip>
        ))}
        <g className={classes.grid}>
          <path d={`M${-RADIUS} 0H${RADIUS}M0 ${-RADIUS}V${RADIUS}`} />
          {EDGES_G.map((edge) => (
            <circle key={edge} r={px(edge)} />
          ))}
          {EDGES_G.map((edge) => (
            <text key={edge} x={px(edge) * Math.SQRT1_2 + 3} y={px(edge) * Math.SQRT1_2 + 9}>
              {formats.number(edge)}
              {edge === MOST_G && ' g'}
            </text>
          ))}
        </g>
        <g className={classes.sides}>
          <text y={-RADIUS - 10}>{top}</text>
          <text y={RADIUS + 19}>{bottom}</text>
          <text x={RADIUS + 8} y={4} textAnchor="start">
            {right}
          </text>
          <text x={-RADIUS - 8} y={4} textAnchor="end">
            {left}
          </text>
        </g>
        {arrows
          .filter((arrow) => strength(arrow) >= LEAST_G)
          .toSorted((a, b) => strength(b) - strength(a))
          .map((arrow, index, all) => (
            <Arrow key={arrow.id} arrow={arrow} above={all.length - 1 - index} />
          ))}
      </svg>
    </figure>
  )
}

/** An arrow is thicker the more arrows lie above it, so that arrows of equal direction stay visible. */
function Arrow({ arrow, above }: { arrow: PolarArrow; above: number }) {
  const { chart } = useTokens()
  const widthPx = 2.5 + 3 * Math.min(above, 3)
  const length = px(strength(arrow))
  const turnDeg = (Math.atan2(arrow.right, arrow.up) * 180) / Math.PI
  return (
    <Tooltip label={arrow.label} openDelay={0}>
      <g
        className={classes.arrow}
        style={{ color: chart[arrow.slot % chart.length] }}
        transform={`rotate(${turnDeg})`}
      >
        <path className={classes.reach} d={`M0 0V${-length}`} />
        <path className={classes.casing} d={`M0 0V${6 - length}`} strokeWidth={widthPx + 1} />
        <path className={classes.shaft} d={`M0 0V${6 - length}`} strokeWidth={widthPx} />
        <path className={classes.head} d={`M0 ${-length}l${2.5 + widthPx} 9h${-5 - 2 * widthPx}Z`} />
      </g>
    </Tooltip>
  )
}

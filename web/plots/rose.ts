/** Acceleration as seen on the plot: `right` and `up` of its centre, in g. */
export interface Push {
  right: number
  up: number
}

/** Angle of a bin, degrees; the first is centred on straight up, the others follow clockwise. */
export const BIN_DEG = 20
/** Outer edges of the bands of a bin, g; the last is the end of the scale. */
export const EDGES_G = [1, 2, 3, 4] as const
export const MOST_G = 4
/** Least strength that is drawn, g: the direction of a weaker push means nothing. */
export const LEAST_G = 0.3

export const strength = ({ right, up }: Push) => Math.hypot(right, up)

/** Largest acceleration in each bin, g; zero where none reached `LEAST_G`. */
export function roseBins(pushes: readonly Push[]): number[] {
  const bins = new Array<number>(360 / BIN_DEG).fill(0)
  for (const push of pushes) {
    const g = strength(push)
    if (g < LEAST_G) continue
    const clockwiseDeg = (Math.atan2(push.right, push.up) * 180) / Math.PI
    const bin = Math.floor(((clockwiseDeg + BIN_DEG / 2 + 360) % 360) / BIN_DEG)
    bins[bin] = Math.max(bins[bin] ?? 0, g)
  }
  return bins
}

/** Bands that a bin of this strength fills, from the centre outwards, up to the end of the scale. */
export function bandsOf(g: number): { from: number; to: number; edge: number }[] {
  return EDGES_G.flatMap((edge, index) => {
    const from = EDGES_G[index - 1] ?? 0
    return g > from ? [{ from, to: Math.min(g, edge), edge }] : []
  })
}

/** Ring segment as an SVG path around the centre, with a thin gap to its neighbours. */
export function sectorPath(bin: number, fromPx: number, toPx: number): string {
  const half = BIN_DEG / 2 - 0.75
  const at = (radius: number, deg: number) => {
    const angle = (deg * Math.PI) / 180
    return `${round(radius * Math.sin(angle))} ${round(-radius * Math.cos(angle))}`
  }
  const [first, last] = [bin * BIN_DEG - half, bin * BIN_DEG + half]
  const outer = `M${at(fromPx, first)}L${at(toPx, first)}A${round(toPx)} ${round(toPx)} 0 0 1 ${at(toPx, last)}`
  return `${outer}L${at(fromPx, last)}A${round(fromPx)} ${round(fromPx)} 0 0 0 ${at(fromPx, first)}Z`
}

const round = (px: number) => Math.round(px * 100) / 100

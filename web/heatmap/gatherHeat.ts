import { mercatorX, mercatorY, worldPx } from '#contract/geodesy/mercator.ts'
import type { HeatmapData } from '#contract/wire/heatmap.ts'

/** Numbers per spot: x and y coarse, x and y fine, intensity. */
export const FLOATS_PER_SPOT = 5
/** Points nearer than this are merged: much less than the radius of a spot. */
const CELL_PX = 4

/**
 * Spots to draw at a zoom, with x and y in the Mercator square. Points of one cell become a spot in their middle. Its
 * intensity is their mean weighted by itself, Σv² / Σv. Equal points keep their value, and a hot point among many
 * mild ones still shows.
 */
export function gatherHeat(points: HeatmapData['data']['points'], zoom: number): Float32Array {
  const perCell = worldPx(Math.round(zoom)) / CELL_PX
  const cells = new Map<number, [count: number, x: number, y: number, sum: number, squares: number]>()
  for (const [latitudeDeg, longitudeDeg, intensity] of points) {
    const x = mercatorX(longitudeDeg)
    const y = mercatorY(latitudeDeg)
    const key = Math.floor(y * perCell) * Math.ceil(perCell) + Math.floor(x * perCell)
    const cell = cells.get(key)
    if (!cell) {
      cells.set(key, [1, x, y, intensity, intensity * intensity])
      continue
    }
    cell[0]++
    cell[1] += x
    cell[2] += y
    cell[3] += intensity
    cell[4] += intensity * intensity
  }
  const spots = new Float32Array(cells.size * FLOATS_PER_SPOT)
  let offset = 0
  for (const [count, xs, ys, sum, squares] of cells.values()) {
    const x = xs / count
    const y = ys / count
    const coarseX = Math.fround(x)
    const coarseY = Math.fround(y)
    spots.set([coarseX, coarseY, x - coarseX, y - coarseY, squares / sum], offset)
    offset += FLOATS_PER_SPOT
  }
  return spots
}

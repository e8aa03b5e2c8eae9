import { expect, test } from 'vitest'
import { MOST_SEA_POINTS, pointsOf } from '#contract/wire/seaForecast.ts'
import { placesOf, seaPatches } from './seaPatches.ts'

const at = (latitudeDeg: number, longitudeDeg: number) => ({ latitudeDeg, longitudeDeg })
const REYKJAVIK = at(64.15, -21.95)
const GENOA = at(44.4, 8.9)

/** Patches for a fleet, which never have more points than allowed. */
function patchesFor(places: ReturnType<typeof at>[], most: number = MOST_SEA_POINTS) {
  const found = seaPatches(places, most)
  if (!found) throw new Error('there are no patches')
  expect(pointsOf(found.patches)).toBeLessThanOrEqual(most)
  return found
}
/** True when a point of the grid lies on each side of the place, within a step. */
function covers(
  { stepDeg, patches }: ReturnType<typeof patchesFor>,
  { latitudeDeg, longitudeDeg }: typeof GENOA,
) {
  return patches.some(({ south, west, rows, columns }) => {
    const east = (longitudeDeg - west + 720) % 360
    const north = latitudeDeg - south
    return north >= 0 && north <= (rows - 1) * stepDeg && east <= (columns - 1) * stepDeg
  })
}

test('covers the waters around one vessel with the finest step', () => {
  const found = patchesFor([REYKJAVIK])
  expect(found).toEqual({ stepDeg: 0.25, patches: [{ south: 62, west: -26.75, rows: 18, columns: 39 }] })
  const places = placesOf(found)
  expect(places).toHaveLength(18 * 39)
  expect(places[0]).toEqual(at(62, -26.75))
  expect(places[1]).toEqual(at(62, -26.5))
  expect(places.at(-1)).toEqual(at(66.25, -17.25))
})

test('covers two oceans with a patch each, and nothing between them', () => {
  const sydney = at(-33.9, 151.2)
  const found = patchesFor([REYKJAVIK, GENOA, at(43.5, 7.1), sydney])
  expect(found.patches).toHaveLength(3)
  for (const place of [REYKJAVIK, GENOA, sydney]) expect(covers(found, place)).toBe(true)
  expect(covers(found, at(54, -6))).toBe(false)
})

test('joins vessels on both sides of the antimeridian in one patch', () => {
  const [fiji, samoa] = [at(-17.5, 179.2), at(-16.9, -179.4)]
  const found = patchesFor([fiji, samoa])
  expect(found.patches).toHaveLength(1)
  for (const place of [fiji, samoa]) expect(covers(found, place)).toBe(true)
  expect(found.patches[0]?.columns).toBeLessThan(30)
  const longitudes = placesOf(found).map(({ longitudeDeg }) => longitudeDeg)
  expect(Math.max(...longitudes)).toBeLessThan(180)
  expect(Math.min(...longitudes)).toBe(-180)
})

test('takes a coarser step for a wide fleet, and each point once', () => {
  const coast = Array.from({ length: 12 }, (_, i) => at(40 + i * 2, -10))
  const found = patchesFor(coast)
  expect(found.stepDeg).toBe(1)
  expect(found.patches).toHaveLength(1)
  const world = Array.from({ length: 300 }, (_, i) => at(((i * 37) % 150) - 75, ((i * 101) % 360) - 180))
  const whole = patchesFor(world)
  const names = placesOf(whole).map(({ latitudeDeg, longitudeDeg }) => `${latitudeDeg} ${longitudeDeg}`)
  expect(new Set(names).size).toBe(names.length)
  for (const place of world)
    expect(covers(whole, place) || whole.patches.some(({ columns }) => columns * whole.stepDeg === 360)).toBe(
      true,
    )
})

test('never exceeds a smaller bound, and finds nothing without a vessel', () => {
  expect(patchesFor([REYKJAVIK], 100).stepDeg).toBe(1)
  expect(seaPatches([REYKJAVIK], 1)).toBeNull()
  expect(seaPatches([], MOST_SEA_POINTS)).toBeNull()
  expect(patchesFor([at(90, 0)]).patches[0]?.south).toBe(84)
})

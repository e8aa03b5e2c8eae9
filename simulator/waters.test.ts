import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { landPolygons } from '#basemap/naturalEarth.ts'
import { readLandRings } from '#basemap/readLandRings.ts'
import { MAX_ZOOM } from '#server/basemap/worldArchives.ts'
import { coastResolution } from '#web/map/coastResolution.ts'
import { FLEET, STRANGER } from './fleet.ts'
import { sailVoyage } from './sailVoyage.ts'
import { ALWAYS_BUSY, voyagesOn } from './timetable.ts'
import { LEGS, type Place, type Waypoint } from './waters.ts'

type Edge = readonly [longitudeA: number, latitudeA: number, longitudeB: number, latitudeB: number]

interface Shores {
  /** All shore lines near the legs, by rows of latitude, so that a point meets only the edges beside it. */
  rows: Map<number, Edge[]>
  /** Places of the open sea that lie on land. */
  stranded: Set<Place>
}

/** A place in each region that all others can be reached from. */
const AT_SEA = { whales: LEGS['reykjavik whales'][4], offshore: LEGS['genova offshore'][5] } as const

function readShores(): Shores {
  const rows = new Map<number, Edge[]>()
  const stranded = new Set<Place>()
  const near = (longitudeDeg: number, latitudeDeg: number) =>
    (latitudeDeg > 63.9 && latitudeDeg < 64.5 && longitudeDeg > -23 && longitudeDeg < -21) ||
    (latitudeDeg > 44.2 && latitudeDeg < 44.5 && longitudeDeg > 8.6 && longitudeDeg < 9.6)
  const file = fileURLToPath(import.meta.resolve('@geo-maps/earth-lands-10m/map.geo.json'))
  readLandRings(file, (ring) => {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [longitudeA = 0, latitudeA = 0, longitudeB = 0, latitudeB = 0] = [
        ring[i],
        ring[i + 1],
        ring[i + 2],
        ring[i + 3],
      ]
      for (const [place, [y, x]] of Object.entries(AT_SEA) as [Place, Waypoint][]) {
        const meets = latitudeA > y !== latitudeB > y
        if (meets && x < longitudeA + ((longitudeB - longitudeA) * (y - latitudeA)) / (latitudeB - latitudeA))
          if (!stranded.delete(place)) stranded.add(place)
      }
      if (!near(longitudeA, latitudeA) && !near(longitudeB, latitudeB)) continue
      for (
        let row = rowOf(Math.min(latitudeA, latitudeB));
        row <= rowOf(Math.max(latitudeA, latitudeB));
        row++
      ) {
        rows.set(row, [...(rows.get(row) ?? []), [longitudeA, latitudeA, longitudeB, latitudeB]])
      }
    }
  })
  return { rows, stranded }
}

const rowOf = (latitudeDeg: number) => Math.floor(latitudeDeg * 200)
const STEP = 10

test('crosses no land of the basemap with any boat or leg', () => {
  const { rows, stranded } = readShores()
  // No line crosses a shore, so all other places are at sea too.
  expect([...stranded]).toEqual([])
  /** Whether the line between two points crosses a shore. */
  const crosses = (latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number) => {
    for (
      let row = rowOf(Math.min(latitudeA, latitudeB));
      row <= rowOf(Math.max(latitudeA, latitudeB));
      row++
    ) {
      for (const [c, d, e, f] of rows.get(row) ?? []) {
        const side = (x: number, y: number) =>
          (longitudeB - longitudeA) * (y - latitudeA) - (latitudeB - latitudeA) * (x - longitudeA)
        const other = (x: number, y: number) => (e - c) * (y - d) - (f - d) * (x - c)
        if (side(c, d) * side(e, f) < 0 && other(longitudeA, latitudeA) * other(longitudeB, latitudeB) < 0)
          return true
      }
    }
    return false
  }
  expect(crosses(64.153, -21.9374, 64.05, -21.9374), 'the check itself sees Reykjavik').toBe(true)
  for (const [name, leg] of Object.entries<readonly Waypoint[]>(LEGS)) {
    leg.slice(1).forEach((to, i) => {
      const from = leg[i] ?? to
      expect(crosses(from[0], from[1], to[0], to[1]), name).toBe(false)
    })
  }
  for (const boat of [...FLEET, STRANGER]) {
    for (const voyage of voyagesOn(boat, 20_700, ALWAYS_BUSY)) {
      const { latitudeDeg, longitudeDeg, seconds } = sailVoyage(boat, voyage)
      for (let i = STEP; i < seconds; i += STEP) {
        const [latitudeA = 0, longitudeA = 0] = [latitudeDeg[i - STEP], longitudeDeg[i - STEP]]
        const [latitudeB = 0, longitudeB = 0] = [latitudeDeg[i], longitudeDeg[i]]
        if (crosses(latitudeA, longitudeA, latitudeB, longitudeB))
          expect.fail(`${boat.name} runs aground at ${latitudeB}, ${longitudeB}`)
      }
    }
  }
})

test('sails nowhere further inland of the coarse basemap than its coast is called approximate', () => {
  const reachM = coastResolution({ maxzoom: MAX_ZOOM.coarse }).spacingM / 2
  const shores = landPolygons()
    .flat()
    .flatMap((ring) => ring.flatMap((_, i) => (i % 2 === 0 && i + 3 < ring.length ? [edgeAt(ring, i)] : [])))
    .filter(([, b, , d]) => Math.min(b, d) < 66 && Math.max(b, d) > 42)
  for (const [name, leg] of Object.entries<readonly Waypoint[]>(LEGS)) {
    for (const [latitudeDeg, longitudeDeg] of leg) {
      const meets = shores.filter(
        ([a, b, c, d]) =>
          b > latitudeDeg !== d > latitudeDeg && longitudeDeg < a + ((c - a) * (latitudeDeg - b)) / (d - b),
      )
      const isLand = meets.length % 2 === 1
      const shoreM = Math.min(...shores.map((edge) => distanceM(latitudeDeg, longitudeDeg, edge)))
      expect({ name, ashore: isLand && shoreM > reachM }).toEqual({ name, ashore: false })
    }
  }
})

function edgeAt(ring: readonly number[], i: number): Edge {
  const [a = 0, b = 0, c = 0, d = 0] = ring.slice(i, i + 4)
  return [a, b, c, d]
}

/** Distance of a place from a shore line, on the plane around the place. */
function distanceM(latitudeDeg: number, longitudeDeg: number, [a, b, c, d]: Edge): number {
  const shrink = Math.cos((latitudeDeg * Math.PI) / 180)
  const [x, y] = [(a - longitudeDeg) * shrink, b - latitudeDeg]
  const [dx, dy] = [(c - a) * shrink, d - b]
  const along = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x + along * dx, y + along * dy) * METRES_A_DEGREE
}
const METRES_A_DEGREE = 111_195

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readLandRings } from '#basemap/readLandRings.ts'
import { FLEET, STRANGER } from './fleet.ts'
import { sailVoyage } from './sailVoyage.ts'
import { ALWAYS_BUSY, voyagesOn } from './timetable.ts'
import { LEGS, type Waypoint } from './waters.ts'

type Edge = readonly [longitudeA: number, latitudeA: number, longitudeB: number, latitudeB: number]

/** All shore lines near the legs, by rows of latitude, so that a point meets only the edges beside it. */
function readShores(): Map<number, Edge[]> {
  const rows = new Map<number, Edge[]>()
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
      // Edges west of a point do not matter to a ray that goes east, so far ones may be left out there only.
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
  return rows
}

const rowOf = (latitudeDeg: number) => Math.floor(latitudeDeg * 200)
const STEP = 10

test('crosses no land of the basemap with any boat or leg', () => {
  const rows = readShores()
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

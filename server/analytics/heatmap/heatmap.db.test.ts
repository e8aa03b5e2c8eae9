import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tileAt, tileCorner } from '#contract/geodesy/geo.ts'
import { HEATMAP_LAYERS } from '#contract/wire/heatmap.ts'
import { cellOf, HEAT_ZOOMS, type HeatFigures, noHeat } from '#server/telemetry/heat.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { heatmap } from './heatmap.ts'

const QUARTER_HOUR_S = Date.UTC(2026, 5, 18, 9) / 1000
const CHOICE = { vesselNumbers: [1], fromS: QUARTER_HOUR_S - 86_400, toS: QUARTER_HOUR_S + 86_400 }
const HERE = { latitudeDeg: 64.15, longitudeDeg: -21.95 }
const THERE = { latitudeDeg: 64.25, longitudeDeg: -22.1 }

let telemetry: TestTelemetry
beforeAll(async () => {
  telemetry = await testTelemetry()
})
afterAll(() => telemetry.close())

/** Stores a quarter-hour of a trip at these places, in squares of every size. */
const keep = (vesselNumber: number, tripNumber: number, places: [typeof HERE, Partial<HeatFigures>][]) =>
  telemetry.heat.store(
    HEAT_ZOOMS.map((zoom) => ({
      ...{ zoom, vesselNumber, tripNumber, quarterHourS: QUARTER_HOUR_S },
      cells: new Map(
        places.map(([{ latitudeDeg, longitudeDeg }, figures]) => {
          const { x, y } = tileAt(latitudeDeg, longitudeDeg, zoom)
          const corner = tileCorner(x, y, zoom)
          const movingS = figures.moving_s ?? 0
          const offset_lat = movingS * (latitudeDeg - corner.latitudeDeg)
          const offset_lon = movingS * (longitudeDeg - corner.longitudeDeg)
          return [cellOf(x, y), { ...noHeat(), offset_lat, offset_lon, ...figures }]
        }),
      ),
    })),
  )

describe('heat', () => {
  test('returns squares where boats were, hottest where there is most', async () => {
    await keep(1, 1, [
      [HERE, { moving_s: 60, sog_m: 600, least_depth_m: 4 }],
      [THERE, { moving_s: 60, sog_m: 300, least_depth_m: 40 }],
    ])
    const sog = await heatmap(telemetry, CHOICE, 'sog')
    const byLatitude = new Map(sog.points.map(([latitudeDeg, , heat]) => [latitudeDeg.toFixed(2), heat]))
    expect(byLatitude.get('64.15')).toBeGreaterThan(byLatitude.get('64.25') ?? 1)
    expect(sog.unit).toBe('kn')
    const depth = await heatmap(telemetry, CHOICE, 'water_depth')
    const shallow = new Map(depth.points.map(([latitudeDeg, , heat]) => [latitudeDeg.toFixed(2), heat]))
    expect(shallow.get('64.15')).toBeGreaterThan(shallow.get('64.25') ?? 1)
  })

  test('counts each trip once, in squares and over quarter-hours, and drops a trip that is emptied', async () => {
    await keep(1, 2, [[HERE, { moving_s: 10, sog_m: 100 }]])
    await keep(1, 2, [[HERE, { moving_s: 10, sog_m: 100 }]])
    const two = await heatmap(telemetry, CHOICE, 'traffic')
    expect(two.steps[5]).toBeCloseTo(2, 0)
    await keep(1, 2, [])
    const one = await heatmap(telemetry, CHOICE, 'traffic')
    expect(one.points.map(([, , heat]) => heat)).toEqual([1, 1])
  })

  test('returns nothing of vessels and times outside the question', async () => {
    await keep(2, 3, [[HERE, { moving_s: 10, sog_m: 100 }]])
    expect((await heatmap(telemetry, { ...CHOICE, vesselNumbers: [2] }, 'traffic')).points).toHaveLength(1)
    expect(await heatmap(telemetry, { ...CHOICE, vesselNumbers: [] }, 'traffic')).toMatchObject({
      points: [],
      steps: {},
    })
    expect((await heatmap(telemetry, { ...CHOICE, toS: QUARTER_HOUR_S }, 'traffic')).points).toEqual([])
  })

  test.each(HEATMAP_LAYERS)('returns the layer %s', async (layer) => {
    for (const [, , heat] of (await heatmap(telemetry, CHOICE, layer)).points) {
      expect(heat).toBeGreaterThanOrEqual(0.05)
      expect(heat).toBeLessThanOrEqual(1)
    }
  })
})

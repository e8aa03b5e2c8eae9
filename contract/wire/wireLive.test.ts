import { expect, test } from 'vitest'
import type { VesselLive, WireVesselLive } from './vessel.ts'
import { liveFromWire, liveToWire } from './wireLive.ts'

const REST = {
  ...{ cog: 90, sog: 18.4, sog_derived: false, impact: 0.6, impact_time: 1 },
  ...{ wind_speed: null, wind_direction: null, wave_height: null, last_updated: 60_000 },
}
const WIRE: WireVesselLive = {
  ...{ ...REST, lat: 64.1, lon: -21.9, temperature: 11.5 },
  measured_at: { position: 1000, temperature: 2000 },
}
const INSIDE: VesselLive = {
  ...{ ...REST, latitudeDeg: 64.1, longitudeDeg: -21.9, air_temperature: 11.5 },
  measured_at: { position: 1000, air_temperature: 2000 },
}

test('translates the air temperature, its time and the position, and back', () => {
  expect([liveFromWire(WIRE), liveToWire(INSIDE)]).toEqual([INSIDE, WIRE])
})

test('adds no time to live data without any, and keeps the other fields of a vessel', () => {
  const { measured_at: _, ...together } = WIRE
  const inside = liveFromWire({ ...together, name: 'Kría' })
  expect(inside.name).toBe('Kría')
  expect(inside).not.toHaveProperty('measured_at')
  expect(liveToWire(inside)).not.toHaveProperty('measured_at')
})

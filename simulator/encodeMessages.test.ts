import { expect, test } from 'vitest'
import {
  DERATE_SPN,
  type Decoded,
  N2K_POWER_REDUCTION,
  type ScalarReading,
} from '#contract/domain/reading.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import { decoderFor } from '#protocols/formats.ts'
import type { BoatReadings } from './describe.ts'
import { encodeMessages } from './encodeMessages.ts'
import { type Boat, FLEET } from './fleet.ts'
import { hasHouseSensors } from './house.ts'
import { mishapOf } from './mishap.ts'
import { pretendBoat } from './pretendBoat.ts'
import { ALWAYS_BUSY, voyagesOn } from './timetable.ts'

const DAY = 20_700

/** Half a minute at sea of each boat, an hour after it left. */
const atSea = (boat: Boat): BoatReadings => {
  const [voyage] = voyagesOn(boat, DAY, ALWAYS_BUSY)
  const fromS = (voyage?.departsS ?? 0) + 600
  return pretendBoat(boat, ALWAYS_BUSY).between(fromS, fromS + 30, { sensors: 3, impacts: false })
}

function decoded(boat: Boat, readings: BoatReadings): Decoded[] {
  // NMEA 0183 dates its first sentence by when it was received.
  return encodeMessages(boat, readings).map(({ format, bytes }) =>
    decoderFor(format).decode(bytes, readings.fixes[0]?.timeUs ?? null),
  )
}

test.each(FLEET)('sends $name so that her own protocols can read her', (boat) => {
  const readings = atSea(boat)
  const all = decoded(boat, readings)
  expect(all.flatMap((each) => each.rejected)).toEqual([])

  const fixes = all.flatMap((each) => each.fixes)
  expect(fixes.map((fix) => fix.timeUs)).toEqual(readings.fixes.map((fix) => fix.timeUs))
  fixes.forEach((fix, i) => {
    const was = readings.fixes[i]
    expect(
      haversineM(fix.latitudeDeg, fix.longitudeDeg, was?.latitudeDeg ?? 0, was?.longitudeDeg ?? 0),
    ).toBeLessThan(0.5)
  })
  expect(all.flatMap((each) => each.motion)).toEqual(readings.motion)

  const name = ({ timeUs, key, instance }: ScalarReading) => `${timeUs} ${key} ${instance}`
  const values = new Map(all.flatMap((each) => each.scalars).map((reading) => [name(reading), reading.value]))
  for (const [key, within] of Object.entries({
    sog: 0.02,
    engine_speed: 0.01,
    fuel_rate: 1.5e-8,
    depth_below_transducer: 0.06,
  })) {
    const sent = readings.scalars.filter((reading) => reading.key === key)
    expect(sent.length, key).toBeGreaterThanOrEqual(30)
    for (const reading of sent) {
      const value = values.get(name(reading))
      expect(Math.abs((value ?? Number.NaN) - (reading.value ?? 0)), name(reading)).toBeLessThanOrEqual(
        within,
      )
    }
  }
})

test('sends the pump and the shore current in the boats’ own protocols', () => {
  for (const boat of FLEET.filter(hasHouseSensors)) {
    const readings = pretendBoat(boat, []).between(DAY * 86_400, DAY * 86_400 + 3600, {
      sensors: 0,
      impacts: false,
    })
    const house = ({ key }: ScalarReading) => key === 'switch' || key === 'ac_input_voltage'
    const sent = decoded(boat, readings).flatMap(({ scalars }) => scalars.filter(house))
    const plain = ({ timeUs, key, instance, value }: ScalarReading) =>
      `${timeUs} ${key} ${instance} ${Math.round(value ?? -1)}`
    expect(sent.map(plain).sort(), boat.name).toEqual(readings.scalars.filter(house).map(plain).sort())
  }
})

/** SPN of the coolant's temperature. */
const COOLANT_SPN = 110

test('sends the derating of an engine whose propeller is fouled, on either bus, and its cause over J1939', () => {
  const spns = FLEET.flatMap((boat) => {
    const voyages = Array.from({ length: 30 }, (_, day) => voyagesOn(boat, DAY + day, ALWAYS_BUSY)).flat()
    const fouled = voyages.filter(({ seed }) => mishapOf(boat, seed)?.kind === 'fouled').slice(0, 3)
    return fouled.flatMap(({ departsS }) => {
      const pretend = pretendBoat(boat, ALWAYS_BUSY)
      const track = pretend.trackAt(departsS)
      if (!track?.mishap) return []
      const hitS = track.startS + Math.floor(track.mishap.atS)
      const readings = pretend.between(hitS - 2, hitS + 30, { sensors: 0, impacts: false })
      const faults = decoded(boat, readings).flatMap((each) => each.faults)
      for (const ofOne of Map.groupBy(faults, ({ spn }) => spn).values()) {
        const times = ofOne.map(({ timeUs }) => timeUs / 1e6 - hitS)
        expect([times.length, times[0], times.at(-1)]).toEqual([21, 0, 20])
      }
      expect(faults.map(({ spn }) => spn)).toEqual(readings.faults.map(({ spn }) => spn))
      return faults.map(({ spn }) => spn)
    })
  })
  expect(new Set(spns)).toEqual(new Set([N2K_POWER_REDUCTION, DERATE_SPN, COOLANT_SPN]))
})

test('sends ships around over NMEA 0183 and NMEA 2000', () => {
  for (const boat of FLEET.filter((each) => each.receivesAis)) {
    const ais = atSea(boat).ais
    expect(ais.length, boat.name).toBeGreaterThan(0)
    const numbers = decoded(boat, atSea(boat)).flatMap((each) => each.ais.map((report) => report.mmsi))
    expect(new Set(numbers), boat.name).toEqual(new Set(ais.map((report) => report.mmsi)))
  }
})

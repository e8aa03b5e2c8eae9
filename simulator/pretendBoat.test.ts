import { expect, test } from 'vitest'
import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import { DAY_S } from '#contract/domain/time.ts'
import { FLEET, STRANGER } from './fleet.ts'
import { hasHouseSensors } from './house.ts'
import { pretendBoat } from './pretendBoat.ts'
import { sailVoyage } from './sailVoyage.ts'
import { ALWAYS_BUSY, type BusyTimes, voyagesOn } from './timetable.ts'

const WANTED = { sensors: 1, impacts: true }
const DAY = 20_700
const boats = [...FLEET, STRANGER]
const [skuggi] = FLEET
if (!skuggi) throw new Error('the fleet is empty')

test('sends the same second by second as for an hour', () => {
  const fromS = (voyagesOn(skuggi, DAY, ALWAYS_BUSY)[1]?.departsS ?? 0) - 300
  const whole = pretendBoat(skuggi, ALWAYS_BUSY).between(fromS, fromS + 1200, WANTED)
  const live = pretendBoat(skuggi, ALWAYS_BUSY)
  const ticks = Array.from({ length: 1200 }, (_, i) => live.between(fromS + i, fromS + i + 1, WANTED))
  expect(ticks.flatMap((tick) => tick.scalars)).toEqual(whole.scalars)
  expect(ticks.flatMap((tick) => tick.fixes)).toEqual(whole.fixes)
  expect(ticks.flatMap((tick) => tick.ais)).toEqual(whole.ais)
  const forces = (blocks: MotionBlock[], sensor: number) =>
    blocks.flatMap((block) => (block.sensor === sensor ? [...block.forceZ] : []))
  for (const sensor of [1, 2, 3]) {
    const asked = forces(
      ticks.flatMap(({ motion }) => motion),
      sensor,
    )
    expect(asked).toEqual(forces(whole.motion, sensor))
  }
})

test('sends the same around impacts with a sensor that is silent between them', () => {
  const fromS = (voyagesOn(skuggi, DAY, ALWAYS_BUSY)[1]?.departsS ?? 0) + 600
  const motion = (sensors: number, fromS: number, toS: number) =>
    pretendBoat(skuggi, ALWAYS_BUSY)
      .between(fromS, toS, { sensors, impacts: false })
      .motion.filter(({ sensor }) => sensor === 1)
  const bySecond = (blocks: ReturnType<typeof motion>) =>
    new Map(
      blocks.flatMap(({ startUs, forceZ }) =>
        Array.from({ length: forceZ.length / 50 }, (_, i) => [
          startUs / 1e6 + i,
          [...forceZ.subarray(50 * i, 50 * i + 50)],
        ]),
      ),
    )
  const all = bySecond(motion(1, fromS, fromS + 1200))
  const bursts = bySecond(motion(0, fromS, fromS + 1200))
  expect(bursts.size).toBeGreaterThan(20)
  expect(bursts.size).toBeLessThan(all.size / 2)
  for (const [second, forces] of bursts) expect(forces).toEqual(all.get(second))
  const halves = [...motion(0, fromS, fromS + 600), ...motion(0, fromS + 600, fromS + 1200)]
  expect(bySecond(halves)).toEqual(bursts)
})

test('joins a sparse month and a busy one without a jump', () => {
  const busyFromS = DAY * DAY_S + 13 * 3600
  const busy: BusyTimes = [[busyFromS, Infinity]]
  for (const boat of boats) {
    const once = pretendBoat(boat, busy)
    const { fixes } = once.between(busyFromS - 1800, busyFromS + 1800, { sensors: 0, impacts: false })
    for (let i = 1; i < fixes.length; i++) {
      const [a, b] = [fixes[i - 1], fixes[i]]
      const metres = 111_195 * Math.abs((b?.latitudeDeg ?? 0) - (a?.latitudeDeg ?? 0))
      expect(metres, boat.name).toBeLessThan(60)
    }
  }
})

test('gives boats in the harbour different values', () => {
  const speeds = FLEET.slice(0, 4).map((boat) => {
    const { scalars } = pretendBoat(boat, []).between(DAY * DAY_S, DAY * DAY_S + 6 * 3600, {
      sensors: 0,
      impacts: false,
    })
    return new Map(scalars.filter(({ key }) => key === 'sog').map(({ timeUs, value }) => [timeUs, value]))
  })
  const [first, ...others] = speeds
  for (const other of others) {
    const same = [...other].filter(([timeUs, value]) => first?.get(timeUs) === value)
    expect(same.length).toBeLessThan(0.05 * other.size)
  }
})

test('reports pump and shore power of some boats at the berth, the same by the second and the hour', () => {
  const isHouse = ({ key }: ScalarReading) => key === 'switch' || key === 'ac_input_voltage'
  for (const boat of FLEET) {
    const hour = pretendBoat(boat, []).between(DAY * DAY_S, DAY * DAY_S + 3600, {
      sensors: 0,
      impacts: false,
    })
    expect(hour.scalars.some(isHouse), boat.name).toBe(hasHouseSensors(boat))
    const live = pretendBoat(boat, [])
    const seconds = Array.from({ length: 3600 }, (_, i) =>
      live.between(DAY * DAY_S + i, DAY * DAY_S + i + 1, { sensors: 0, impacts: false }),
    )
    expect(seconds.flatMap(({ scalars }) => scalars.filter(isHouse))).toEqual(hour.scalars.filter(isHouse))
  }
})

test('empties and refills tanks, never below zero, when a boat sails all day', () => {
  for (const boat of boats) {
    const pretended = pretendBoat(boat, ALWAYS_BUSY)
    // A level changes little in ten minutes, so half a minute of each shows the day.
    const scalars = Array.from({ length: 144 }, (_, i) => DAY * DAY_S + 600 * i).flatMap(
      (fromS) => pretended.between(fromS, fromS + 30, { sensors: 0, impacts: false }).scalars,
    )
    const levels = scalars.filter(({ key }) => key === 'fuel_level').map(({ value }) => value ?? -1)
    expect(Math.min(...levels), boat.name).toBeGreaterThan(0.05)
    expect(Math.max(...levels), boat.name).toBeLessThanOrEqual(1)
    expect(Math.max(...levels) - Math.min(...levels), boat.name).toBeGreaterThan(0.005)
  }
})

test('keeps at least three boats under way all day, and no boat out twice', {
  timeout: 300_000,
}, () => {
  const sailing = FLEET.filter(({ name }) => name !== 'Stormur')
  for (let day = DAY; day <= DAY + 20; day += 20) {
    const outAt = new Uint8Array(1440)
    for (const boat of sailing) {
      let endS = 0
      // Only the last voyage of the day before can reach into this day.
      const before = voyagesOn(boat, day - 1, ALWAYS_BUSY).slice(-1)
      for (const voyage of [...before, ...voyagesOn(boat, day, ALWAYS_BUSY)]) {
        const track = sailVoyage(boat, voyage)
        expect(track.startS, `${boat.name} left before it was back`).toBeGreaterThanOrEqual(endS)
        endS = track.startS + track.seconds
        const first = Math.ceil(voyage.departsS / 60) - day * 1440
        const last = Math.min(outAt.length, Math.floor(endS / 60) - 1 - day * 1440)
        for (let minute = Math.max(0, first); minute < last; minute++)
          outAt[minute] = (outAt[minute] ?? 0) + 1
      }
    }
    expect(Math.min(...outAt)).toBeGreaterThanOrEqual(3)
  }
})

import { expect, test } from 'vitest'
import { IMU_FORCE_G } from '#contract/domain/reading.ts'
import { bearingRad, haversineM } from '#contract/geodesy/geo.ts'
import { type Boat, FLEET } from './fleet.ts'
import { motionBlock } from './motion.ts'
import { sailVoyage, WARM_UP_S } from './sailVoyage.ts'
import { ALWAYS_BUSY, voyagesOn } from './timetable.ts'
import type { Track } from './track.ts'

const DAY = 20_700
const firstTrack = (boat: Boat): Track => {
  const [voyage] = voyagesOn(boat, DAY, ALWAYS_BUSY)
  if (!voyage) throw new Error(`${boat.name} stays at home`)
  return sailVoyage(boat, voyage)
}
const boatNamed = (name: string): Boat => {
  const boat = FLEET.find((each) => each.name === name)
  if (!boat) throw new Error(`no boat is called ${name}`)
  return boat
}
const mean = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

test.each(FLEET)('keeps $name within the limits of hull and tank', (boat) => {
  const track = firstTrack(boat)
  expect(Math.max(...track.sogMps)).toBeLessThanOrEqual(boat.hull.topSpeedMps + 0.001)
  expect(Math.max(...track.sogMps)).toBeGreaterThan(1.55)
  expect(track.burntM3[track.seconds - 1]).toBeLessThan(0.8 * boat.hull.tankM3)
  expect(Math.min(...track.depthM)).toBeGreaterThan(1)
})

test.each(FLEET)('moves $name by her speed and course, and home again', (boat) => {
  const { latitudeDeg, longitudeDeg, sogMps, cogRad, seconds } = firstTrack(boat)
  for (let i = 1; i < seconds; i += 7) {
    const from = [latitudeDeg[i - 1] ?? 0, longitudeDeg[i - 1] ?? 0] as const
    const to = [latitudeDeg[i] ?? 0, longitudeDeg[i] ?? 0] as const
    expect(Math.abs(haversineM(...from, ...to) - (sogMps[i] ?? 0))).toBeLessThan(0.02)
    if ((sogMps[i] ?? 0) < 1) continue
    const off = Math.abs(bearingRad(...from, ...to) - (cogRad[i] ?? 0))
    expect(Math.min(off, 2 * Math.PI - off)).toBeLessThan(0.01)
  }
  const last = seconds - 1
  const home = [latitudeDeg[0] ?? 0, longitudeDeg[0] ?? 0] as const
  expect(haversineM(...home, latitudeDeg[last] ?? 0, longitudeDeg[last] ?? 0)).toBeLessThan(15)
})

test('integrates the fuel rates of all engines to the burnt fuel', () => {
  const boat = boatNamed('Hrafnkell')
  const track = firstTrack(boat)
  const integral = track.fuelM3ps.reduce((sum, rate) => sum + rate * boat.hull.engines, 0)
  expect(track.burntM3[track.seconds - 1]).toBeCloseTo(integral, 6)
})

test('warms engines up from the temperature of the sea', () => {
  const { coolantK, waterTemperatureK } = firstTrack(boatNamed('Leiftur'))
  expect(coolantK[0]).toBeLessThan((waterTemperatureK[0] ?? 0) + 2)
  expect(coolantK[1800]).toBeGreaterThan(345)
})

test('burns less a mile on the plane than on the hump with a planing boat', () => {
  const boat = boatNamed('Skuggi')
  const { sogMps, fuelM3ps, surgeMps2 } = firstTrack(boat)
  const perMetre = (low: number, high: number) => {
    const rows = sogMps
      .map((_, i) => i)
      .filter((i) => (sogMps[i] ?? 0) > low && (sogMps[i] ?? 0) < high && Math.abs(surgeMps2[i] ?? 0) < 0.1)
    return mean(Array.from(rows, (i) => (fuelM3ps[i] ?? 0) / (sogMps[i] ?? 1)))
  }
  expect(perMetre(12, 15)).toBeLessThan(0.9 * perMetre(5.5, 6.5))
})

test('measures one g upwards at rest', () => {
  const boat = boatNamed('Skuggi')
  const block = motionBlock(boat, firstTrack(boat), 1, 5, WARM_UP_S - 10)
  expect(mean(block.forceZ) * IMU_FORCE_G).toBeCloseTo(1, 2)
  expect(Math.abs(mean(block.forceX) * IMU_FORCE_G)).toBeLessThan(0.03)
  expect(Math.abs(mean(block.forceY) * IMU_FORCE_G)).toBeLessThan(0.03)
})

test('measures free fall before a slam, at its second and with its peak', () => {
  const boat = boatNamed('Skuggi')
  const track = firstTrack(boat)
  const slam = track.hits
    .filter(({ falls }) => falls)
    .reduce((hardest, each) => (each.peakG > hardest.peakG ? each : hardest))
  expect(slam.peakG).toBeGreaterThan(1.5)
  const fromS = Math.floor(slam.atS) - 2
  const { forceX, forceY, forceZ } = motionBlock(boat, track, 1, fromS, 5)
  const total = Array.from(forceZ, (z, i) => Math.hypot(forceX[i] ?? 0, forceY[i] ?? 0, z) * IMU_FORCE_G)
  const peakAt = total.indexOf(Math.max(...total))
  expect(Math.max(...total)).toBeGreaterThan(slam.peakG + 0.5)
  expect(Math.abs(peakAt / 50 - (slam.atS - fromS))).toBeLessThan(0.15)
  expect(Math.min(...total.slice(peakAt - 15, peakAt))).toBeLessThan(0.35)
})

test('keeps the mean of the vertical force at one g over a voyage', () => {
  const boat = boatNamed('Libeccio')
  const track = firstTrack(boat)
  const { forceZ } = motionBlock(boat, track, 1, 0, track.seconds)
  expect(mean(forceZ) * IMU_FORCE_G).toBeGreaterThan(0.97)
  expect(mean(forceZ) * IMU_FORCE_G).toBeLessThan(1.03)
})

test('sails faster into the same sea with a captain who bears more', () => {
  const bold = boatNamed('Skuggi')
  const careful: Boat = { ...bold, captain: { ...bold.captain, pace: 0.9, bearsG: 0.2 } }
  expect(mean(firstTrack(bold).sogMps)).toBeGreaterThan(mean(firstTrack(careful).sogMps))
})

import { expect, test } from 'vitest'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { vessel } from '../testing/vesselCase.ts'
import { createVesselBuffer, FLOATS_PER_VESSEL, SHAPE, shapeOf } from './vesselBuffer.ts'

test('stores a position to a centimetre in 32-bit numbers', () => {
  const vessels = createVesselBuffer()
  vessels.put(vessel('a', -21.9426), 0, true)
  const [coarseX = 0, coarseY = 0, fineX = 0, fineY = 0] = vessels.data()
  expect(Math.abs(coarseX + fineX - mercatorX(-21.9426)) * 40_075_017).toBeLessThan(0.01)
  expect(Math.abs(coarseY + fineY - mercatorY(64)) * 40_075_017).toBeLessThan(0.01)
})

test('glides a vessel from her drawn place to her new fix within the time between fixes', () => {
  const vessels = createVesselBuffer()
  vessels.put(vessel('a', 10), 1000, true)
  vessels.put(vessel('a', 10.001), 2000, true)
  expect(vessels.xAt(0, 2000)).toBeCloseTo(mercatorX(10), 12)
  expect(vessels.xAt(0, 2500)).toBeCloseTo(mercatorX(10.0005), 12)
  expect(vessels.xAt(0, 9000)).toBeCloseTo(mercatorX(10.001), 12)
  expect(vessels.glidesUntilMs()).toBe(3000)
  vessels.put(vessel('a', 10.002), 2500, true)
  expect(vessels.xAt(0, 2500)).toBeCloseTo(mercatorX(10.0005), 12)
})

test('turns a vessel the short way round', () => {
  const vessels = createVesselBuffer()
  vessels.put(vessel('a', 10, { cog: 350 }), 0, true)
  vessels.put(vessel('a', 10.0001, { cog: 10 }), 1000, true)
  expect([...vessels.data().subarray(8, 10)]).toEqual([10, -20])
})

test('moves a vessel at once with reduced motion, and when the fix is far away', () => {
  const vessels = createVesselBuffer()
  vessels.put(vessel('a', 10), 0, false)
  vessels.put(vessel('a', 10.001), 1000, false)
  expect(vessels.xAt(0, 1000)).toBeCloseTo(mercatorX(10.001), 12)
  vessels.put(vessel('a', 12), 2000, true)
  expect(vessels.xAt(0, 2000)).toBeCloseTo(mercatorX(12), 12)
})

test('reports only the vessels changed since the last drawing', () => {
  const vessels = createVesselBuffer()
  for (const id of ['a', 'b', 'c']) vessels.put(vessel(id, 1), 0, true)
  expect(vessels.takeChanges()).toEqual({ from: 0, to: 3 })
  expect(vessels.takeChanges()).toBeNull()
  vessels.put(vessel('b', 2), 1000, true)
  expect(vessels.takeChanges()).toEqual({ from: 1, to: 2 })
})

test('gives the place of a removed vessel to the last one', () => {
  const vessels = createVesselBuffer()
  for (const [index, id] of ['a', 'b', 'c'].entries()) vessels.put(vessel(id, index), 0, true)
  vessels.put(vessel('a', null), 1000, true)
  expect(vessels.count()).toBe(2)
  expect(vessels.indexOf('a')).toBe(-1)
  expect(vessels.at(vessels.indexOf('c')).name).toBe('c')
  expect(vessels.xAt(vessels.indexOf('c'), 1000)).toBeCloseTo(mercatorX(2), 12)
})

test('grows to ten thousand vessels', () => {
  const vessels = createVesselBuffer()
  for (let index = 0; index < 10_000; index++) vessels.put(vessel(String(index), index / 100), 0, true)
  expect(vessels.count()).toBe(10_000)
  expect(vessels.data().length).toBeGreaterThanOrEqual(10_000 * FLOATS_PER_VESSEL)
  expect(vessels.xAt(9_999, 0)).toBeCloseTo(mercatorX(99.99), 12)
})

test('gives each state a shape of its own, without colour', () => {
  expect(shapeOf('sailing')).toBe(SHAPE.underWay)
  expect(shapeOf('online')).toBe(SHAPE.still)
  expect(shapeOf('offline')).toBe(SHAPE.absent)
  expect(shapeOf('unavailable')).toBe(SHAPE.absent)
  expect(shapeOf('unpaired')).toBe(SHAPE.unpaired)
})

test('fades a vessel with old data, also after another vessel was removed', () => {
  const vessels = createVesselBuffer()
  for (const id of ['a', 'b', 'c']) vessels.put(vessel(id, 10), 0, true)
  vessels.takeChanges()
  const strengths = () => [0, 1, 2].map((index) => vessels.data()[index * FLOATS_PER_VESSEL + 12])
  expect(vessels.fade(({ id }) => (id === 'c' ? 0.5 : 1))).toBe(true)
  expect(strengths()).toEqual([1, 1, 0.5])
  expect(vessels.takeChanges()).toEqual({ from: 2, to: 3 })
  expect(vessels.fade(({ id }) => (id === 'c' ? 0.5 : 1))).toBe(false)
  vessels.remove('a')
  expect(strengths().slice(0, 2)).toEqual([0.5, 1])
})

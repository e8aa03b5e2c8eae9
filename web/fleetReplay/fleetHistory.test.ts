import { expect, test } from 'vitest'
import type { FleetFixes } from '#contract/wire/fleetTracks.ts'
import { type Chunk, linesOf, momentOf, reportingShares } from './fleetHistory.ts'

const MINUTE = 60_000
/** Due north, a hundredth of a degree a minute. */
const sailing = (minutes: readonly number[], longitudeDeg = 10): FleetFixes => ({
  timeMs: Float64Array.from(minutes, (minute) => minute * MINUTE),
  latitudeDeg: Float64Array.from(minutes, (minute) => 60 + minute / 100),
  longitudeDeg: Float64Array.from(minutes, () => longitudeDeg),
})
const chunkOf = (fixes: FleetFixes): Chunk => ({ stepMs: MINUTE, tracks: new Map([['a', fixes]]) })
const at = (chunks: readonly Chunk[], minute: number, whole: Chunk | null = null) =>
  momentOf(chunks, whole, 'a', minute * MINUTE)

test('interpolates a straight line between two fixes, with its course and speed', () => {
  const moment = at([chunkOf(sailing([0, 1, 2]))], 0.5)
  expect(moment).toMatchObject({ reporting: true, longitudeDeg: 10, fixMs: 0, cogDeg: 0 })
  expect(moment?.latitudeDeg).toBeCloseTo(60.005, 9)
  // 0.6 nmi a minute.
  expect(moment?.sogKn).toBeCloseTo(36, 0)
})

test('keeps a boat at her last fix during a gap, and marks her as not received', () => {
  const chunks = [chunkOf(sailing([0, 1, 2, 20, 21]))]
  expect(at(chunks, 2)).toMatchObject({ reporting: true, latitudeDeg: 60.02, sogKn: null })
  for (const minute of [4, 10, 19.9])
    expect(at(chunks, minute)).toMatchObject({ reporting: false, latitudeDeg: 60.02, fixMs: 2 * MINUTE })
  expect(at(chunks, 20.5)).toMatchObject({ reporting: true })
  expect(at(chunks, 23)).toMatchObject({ reporting: false, latitudeDeg: 60.21 })
})

test('bridges five minutes for a boat that reports every five, and not an hour for one that reports hourly', () => {
  expect(at([chunkOf(sailing([0, 5, 10, 15]))], 7)).toMatchObject({ reporting: true })
  expect(at([chunkOf(sailing([0, 60, 120]))], 30)).toMatchObject({ reporting: false })
})

test('joins chunks, and takes earlier fixes from the whole period', () => {
  const chunks = [chunkOf(sailing([0, 1, 2])), chunkOf(sailing([3, 4]))]
  expect(at(chunks, 2.5)?.latitudeDeg).toBeCloseTo(60.025, 9)
  const late = [chunkOf(sailing([]))]
  expect(at(late, 90)).toBeNull()
  expect(at(late, 90, chunkOf(sailing([15, 30])))).toMatchObject({ reporting: false, fixMs: 30 * MINUTE })
  expect(at(late, 10, chunkOf(sailing([15, 30])))).toBeNull()
})

test('takes the short way across 180°', () => {
  const fixes: FleetFixes = {
    timeMs: Float64Array.of(0, MINUTE),
    latitudeDeg: Float64Array.of(-17, -17),
    longitudeDeg: Float64Array.of(179.99, -179.99),
  }
  expect(Math.abs(at([chunkOf(fixes)], 0.5)?.longitudeDeg ?? 0)).toBeCloseTo(180, 6)
  expect(at([chunkOf(fixes)], 0.25)?.longitudeDeg).toBeCloseTo(179.995, 6)
})

test('gives the share of boats received in each interval', () => {
  const whole: Chunk = {
    stepMs: MINUTE,
    tracks: new Map([
      ['a', sailing([0, 1, 2])],
      ['b', sailing([0, 9])],
    ]),
  }
  expect(reportingShares(whole, { fromMs: 0, toMs: 10 * MINUTE }, 5)).toEqual([1, 0.5, 0, 0, 0.5])
})

test('ends lines at gaps and continues them across 180°', () => {
  expect(linesOf(sailing([0, 1, 2, 30, 31, 90]), MINUTE).map(({ length }) => length)).toEqual([3, 2])
  const over: FleetFixes = {
    timeMs: Float64Array.of(0, MINUTE),
    latitudeDeg: Float64Array.of(-17, -17),
    longitudeDeg: Float64Array.of(179.5, -179.5),
  }
  expect(linesOf(over, MINUTE)).toEqual([
    [
      [179.5, -17],
      [180.5, -17],
    ],
  ])
})

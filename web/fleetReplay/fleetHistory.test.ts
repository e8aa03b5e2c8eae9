import { expect, test } from 'vitest'
import type { FleetFixes } from '#contract/wire/fleetTracks.ts'
import { heardShares, linesOf, momentOf, type Piece } from './fleetHistory.ts'

const MINUTE = 60_000
/** Due north, a hundredth of a degree a minute. */
const sailing = (minutes: readonly number[], lon = 10): FleetFixes => ({
  timeMs: Float64Array.from(minutes, (minute) => minute * MINUTE),
  lat: Float64Array.from(minutes, (minute) => 60 + minute / 100),
  lon: Float64Array.from(minutes, () => lon),
})
const piece = (fixes: FleetFixes): Piece => ({ stepMs: MINUTE, tracks: new Map([['a', fixes]]) })
const at = (pieces: readonly Piece[], minute: number, whole: Piece | null = null) =>
  momentOf(pieces, whole, 'a', minute * MINUTE)

test('between two fixes she sails straight, with the course and the speed of the way between them', () => {
  const moment = at([piece(sailing([0, 1, 2]))], 0.5)
  expect(moment).toMatchObject({ heard: true, lon: 10, fixMs: 0, cogDeg: 0 })
  expect(moment?.lat).toBeCloseTo(60.005, 9)
  // 0.6 nmi a minute.
  expect(moment?.sogKn).toBeCloseTo(36, 0)
})

test('across a gap she is not drawn as sailing: she lies where she was last heard, and it is said', () => {
  const pieces = [piece(sailing([0, 1, 2, 20, 21]))]
  expect(at(pieces, 2)).toMatchObject({ heard: true, lat: 60.02, sogKn: null })
  for (const minute of [4, 10, 19.9])
    expect(at(pieces, minute)).toMatchObject({ heard: false, lat: 60.02, fixMs: 2 * MINUTE })
  expect(at(pieces, 20.5)).toMatchObject({ heard: true })
  expect(at(pieces, 23)).toMatchObject({ heard: false, lat: 60.21 })
})

test('one who speaks every five minutes has no gaps between, one who speaks every hour has', () => {
  expect(at([piece(sailing([0, 5, 10, 15]))], 7)).toMatchObject({ heard: true })
  expect(at([piece(sailing([0, 60, 120]))], 30)).toMatchObject({ heard: false })
})

test('pieces join, and what was before them is known from the whole', () => {
  const pieces = [piece(sailing([0, 1, 2])), piece(sailing([3, 4]))]
  expect(at(pieces, 2.5)?.lat).toBeCloseTo(60.025, 9)
  const late = [piece(sailing([]))]
  expect(at(late, 90)).toBeNull()
  expect(at(late, 90, piece(sailing([15, 30])))).toMatchObject({ heard: false, fixMs: 30 * MINUTE })
  expect(at(late, 10, piece(sailing([15, 30])))).toBeNull()
})

test('over 180° she takes the short way', () => {
  const fixes: FleetFixes = {
    timeMs: Float64Array.of(0, MINUTE),
    lat: Float64Array.of(-17, -17),
    lon: Float64Array.of(179.99, -179.99),
  }
  expect(Math.abs(at([piece(fixes)], 0.5)?.lon ?? 0)).toBeCloseTo(180, 6)
  expect(at([piece(fixes)], 0.25)?.lon).toBeCloseTo(179.995, 6)
})

test('says when how many were heard', () => {
  const whole: Piece = {
    stepMs: MINUTE,
    tracks: new Map([
      ['a', sailing([0, 1, 2])],
      ['b', sailing([0, 9])],
    ]),
  }
  expect(heardShares(whole, { fromMs: 0, toMs: 10 * MINUTE }, 5)).toEqual([1, 0.5, 0, 0, 0.5])
})

test('lines end at gaps and go on over 180°', () => {
  expect(linesOf(sailing([0, 1, 2, 30, 31, 90]), MINUTE).map(({ length }) => length)).toEqual([3, 2])
  const over: FleetFixes = {
    timeMs: Float64Array.of(0, MINUTE),
    lat: Float64Array.of(-17, -17),
    lon: Float64Array.of(179.5, -179.5),
  }
  expect(linesOf(over, MINUTE)).toEqual([
    [
      [179.5, -17],
      [180.5, -17],
    ],
  ])
})

import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import { type BoatFacts, boardBoat, byUrgency, MISSING_KEPT_MS } from './boardBoats.ts'

const NOW_MS = Date.UTC(2026, 5, 18, 12)
const AT_SEA: BoatFacts = {
  ...{ id: 'a', name: 'Njála', lastWordMs: NOW_MS - MINUTE_MS, lastSpeedMps: knToMps(18) },
  trip: { id: 't', startMs: NOW_MS - 3 * HOUR_MS, endMs: null, endCause: null },
  ...{ captain: 'Anna', expected: null },
}
const ended = (endCause: string, endMs = NOW_MS - HOUR_MS) => ({
  trip: { id: 't', startMs: NOW_MS - 3 * HOUR_MS, endMs, endCause },
})
const state = (facts: Partial<BoatFacts>) => {
  const boat = boardBoat({ ...AT_SEA, ...facts }, NOW_MS)
  return boat && [boat.since !== null, boat.overdue]
}

test('shows a boat with a trip under way, and says since when it is silent', () => {
  expect(state({})).toEqual([true, null])
  expect(state({ lastWordMs: NOW_MS - 11 * MINUTE_MS })).toEqual([true, 'silent'])
  expect(boardBoat({ ...AT_SEA, lastWordMs: NOW_MS - 11 * MINUTE_MS }, NOW_MS)?.sog).toBeNull()
})

test('keeps a boat whose data stopped at speed, and not one that was switched off at rest', () => {
  const silent = { lastWordMs: NOW_MS - HOUR_MS, ...ended('silence') }
  expect(state(silent)).toEqual([true, 'silent'])
  expect(state({ ...silent, lastSpeedMps: knToMps(0.4) })).toBeNull()
  expect(state({ ...silent, lastSpeedMps: null })).toBeNull()
  expect(state({ ...silent, ...ended('idle') })).toBeNull()
  expect(state({ ...silent, lastWordMs: NOW_MS - MISSING_KEPT_MS })).toBeNull()
  // A boat that reports again in harbour is not missing.
  expect(state({ ...silent, lastWordMs: NOW_MS - MINUTE_MS })).toBeNull()
})

test('calls a boat late when it is not back at the expected time', () => {
  const by = (atMs: number, setMs = NOW_MS - 4 * HOUR_MS) => ({ expected: { atMs, setMs } })
  expect(state(by(NOW_MS + HOUR_MS))).toEqual([true, null])
  expect(state(by(NOW_MS - MINUTE_MS))).toEqual([true, 'expected'])
  // Silence is worse than lateness.
  expect(state({ ...by(NOW_MS - MINUTE_MS), lastWordMs: NOW_MS - HOUR_MS })).toEqual([true, 'silent'])
  // The trip began after the expected time, so the expectation was about an earlier one.
  const old = boardBoat({ ...AT_SEA, ...by(NOW_MS - 5 * HOUR_MS) }, NOW_MS)
  expect([old?.overdue, old?.expected_back]).toEqual([null, null])
})

test('calls no boat late that came back or never left', () => {
  const late = { expected: { atMs: NOW_MS - MINUTE_MS, setMs: NOW_MS - 4 * HOUR_MS } }
  const off = { lastWordMs: NOW_MS - HOUR_MS }
  expect(state({ ...late, ...ended('idle') })).toBeNull()
  expect(state({ ...late, ...off, ...ended('idle') })).toBeNull()
  expect(state({ ...late, ...off, trip: null })).toBeNull()
  // No word at all since the expectation was set.
  const never = { lastWordMs: NOW_MS - 9 * HOUR_MS, trip: null }
  expect(state({ ...late, ...never })).toEqual([false, 'silent'])
  expect(state({ ...late, lastWordMs: null, trip: null })).toEqual([false, 'silent'])
})

test('lists overdue boats first, then those with the oldest last word', () => {
  const boats = [
    { id: 'new', lastWordMs: NOW_MS - 1000 },
    { id: 'old', lastWordMs: NOW_MS - 90_000 },
    { id: 'late', expected: { atMs: NOW_MS - 1, setMs: NOW_MS - 4 * HOUR_MS } },
    { id: 'silent', lastWordMs: NOW_MS - HOUR_MS },
  ].flatMap((facts) => boardBoat({ ...AT_SEA, ...facts }, NOW_MS) ?? [])
  expect(boats.sort(byUrgency).map(({ vessel_id }) => vessel_id)).toEqual(['silent', 'late', 'old', 'new'])
})

import { afterEach, expect, test, vi } from 'vitest'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { GnssClock } from './gnssClock.ts'

afterEach(() => vi.useRealTimers())

const NOW_MS = Date.UTC(2030, 0, 1)
const clock = fixedClock(NOW_MS)

/** Boats as `organization/boat`, with the time by which the server is ahead of their positions, in s. */
function aheadS(boats: Readonly<Record<string, number>>): number | null {
  const gnss = new GnssClock(clock, silentLog)
  note(gnss, boats)
  const aheadMs = gnss.aheadMs()
  return aheadMs === null ? null : aheadMs / 1000
}
function note(gnss: GnssClock, boats: Readonly<Record<string, number>>) {
  for (const [vesselId, s] of Object.entries(boats))
    gnss.note({ vesselId, organizationId: vesselId.split('/')[0] ?? '' }, (NOW_MS - s * 1000) * 1000)
}

test('takes the median of three organizations, whatever the number of their boats', () => {
  expect(aheadS({ 'a/1': -150, 'b/1': -149, 'c/1': -148 })).toBe(-149)
  expect(aheadS({ 'a/1': 0, 'b/1': 0, 'c/1': -500, 'c/2': -500, 'c/3': -500, 'c/4': -500 })).toBeNull()
  expect(aheadS({ 'a/1': 0, 'b/1': 0, 'c/1': 1, 'd/1': -500, 'd/2': -500, 'd/3': -500 })).toBe(0)
})

test('takes the median of boats of fewer organizations, and nothing of two boats', () => {
  expect(aheadS({ 'a/1': -150, 'a/2': -149, 'a/3': -148 })).toBe(-149)
  expect(aheadS({ 'a/1': -150, 'b/1': -149 })).toBeNull()
})

test('finds nothing while boats send what they stored', () => {
  expect(aheadS({ 'a/1': 600, 'b/1': 3600, 'c/1': 86_400, 'd/1': 50_000 })).toBeNull()
})

test('takes the latest position of a period, and warns once', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const warned: string[] = []
  const gnss = new GnssClock(clock, { ...silentLog, warn: (message) => void warned.push(message) })
  const late = { 'a/1': 600, 'b/1': 600, 'c/1': 600 }
  note(gnss, { 'a/1': 40, 'b/1': 41, 'c/1': 42 })
  note(gnss, late)
  expect(gnss.aheadMs()).toBe(41_000)
  for (let period = 0; period < 3; period++) {
    vi.advanceTimersByTime(60_000)
    note(gnss, { 'a/1': 40, 'b/1': 41, 'c/1': 42 })
  }
  expect(warned).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  vi.advanceTimersByTime(60_000)
  expect(gnss.aheadMs()).toBe(41_000)
  vi.advanceTimersByTime(60_000)
  expect(gnss.aheadMs()).toBeNull()
})

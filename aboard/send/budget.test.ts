import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import { Budget, REQUEST_BYTES } from './budget.ts'

const HOUR_BYTES = 200_000
let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-'))
  path = join(folder, 'budget')
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (nowMs: number, epoch = 'boot') => new Budget({ bytesPerHour: HOUR_BYTES, nowMs, epoch, path })

/** Sends for a time as much as is allowed, and returns the bytes. */
function sendAll(budget: Budget, fromMs: number, toMs: number, bytes = REQUEST_BYTES): number {
  let sent = 0
  for (let nowMs = fromMs; nowMs < toMs; nowMs += 1000)
    for (; budget.waitMs(nowMs) === 0; sent += bytes) budget.spend(bytes, nowMs)
  return sent
}

test('sends no more than its budget in an hour, however often the program is killed', () => {
  const lives = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(lives, fc.integer({ min: 1, max: 20_000 }), (seconds, bytes) => {
      rmSync(path, { force: true })
      let [nowMs, sent] = [5000, 0]
      const endMs = nowMs + HOUR_MS
      for (const one of [...seconds, 3600]) {
        const toMs = Math.min(nowMs + one * 1000, endMs)
        if (nowMs < endMs) sent += sendAll(open(nowMs), nowMs, toMs, REQUEST_BYTES + bytes)
        nowMs = toMs
      }
      // The last request may be larger than what was left.
      expect(sent).toBeLessThanOrEqual(HOUR_BYTES + REQUEST_BYTES + bytes)
      expect(sent).toBeGreaterThan(HOUR_BYTES / 6)
    }),
    { numRuns: 30 },
  )
})

test('uses nearly the whole budget of an hour that begins after a pause', () => {
  expect(sendAll(open(0), 0, HOUR_MS)).toBeGreaterThan(HOUR_BYTES * 0.99)
})

test('goes on with the rest when the machine starts again, whatever its clock says', () => {
  const first = sendAll(open(90_000), 90_000, 91_000)
  expect(first).toBeGreaterThan(HOUR_BYTES / 6 - REQUEST_BYTES)
  expect(open(1000, 'next boot').waitMs(1000)).toBeGreaterThan(0)
  expect(sendAll(open(1000, 'next boot'), 1000, HOUR_MS)).toBeLessThan(HOUR_BYTES - first + REQUEST_BYTES)
})

test('allows nothing yet when its file is damaged, and loses nothing when the program ends in order', () => {
  writeFileSync(path, '{"ep')
  expect(open(0).available(0)).toBe(0)
  rmSync(path)
  const budget = open(0)
  budget.spend(1000, 0)
  const left = budget.available(0)
  expect(open(0).available(0)).toBeLessThan(left)
  budget.close(0)
  expect(open(0).available(0)).toBe(Math.floor(left))
})

test('writes at most each ten seconds on average', () => {
  const written = new Set<string>()
  const budget = open(0)
  for (let nowMs = 0; nowMs < HOUR_MS; nowMs += 200) {
    if (budget.waitMs(nowMs) === 0) budget.spend(REQUEST_BYTES / 100, nowMs)
    written.add(readFileSync(path, 'utf8'))
  }
  expect(written.size).toBeLessThanOrEqual(HOUR_MS / 10_000 / (5 / 6) + 1)
})

test('has no limit and no file without a budget', () => {
  const budget = new Budget({ nowMs: 0, epoch: 'boot', path })
  budget.spend(1e12, 0)
  expect([budget.waitMs(0), budget.isLimited]).toEqual([0, false])
  budget.close(0)
  expect(() => readFileSync(path)).toThrow('ENOENT')
})

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/domain/time.ts'
import { BoardClock } from './boardClock.ts'

const NOW_MS = Date.UTC(2026, 8, 4, 10)
let folder: string
let monotonicMs = 50_000
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clock-'))
  monotonicMs = 50_000
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (given: Partial<ConstructorParameters<typeof BoardClock>[0]> = {}) =>
  new BoardClock({
    path: join(folder, 'clock'),
    epoch: 'boot',
    monotonicMs: () => monotonicMs,
    systemMs: () => 5000,
    isSystemSynchronized: () => false,
    ...given,
  })

test('dates messages from before the first fix, also after a restart', () => {
  const clock = open()
  expect(clock.timeMs('boot', 10_000)).toBeNull()
  for (let i = 0; i < 3; i++) clock.noteGnss(NOW_MS + i * 1000, 50_000 + i * 1000 + i * 10)
  expect(clock.timeMs('boot', 10_000)).toBe(NOW_MS - 40_000)
  expect(open({ epoch: 'next' }).timeMs('boot', 10_000)).toBe(NOW_MS - 40_000)
  expect(open({ epoch: 'next' }).timeMs('next', 10_000)).toBeNull()
})

test('accepts no single time that differs, and corrects itself when many agree', () => {
  const clock = open()
  for (let i = 0; i < 3; i++) clock.noteGnss(NOW_MS, 50_000)
  clock.noteGnss(NOW_MS + DAY_MS, 50_000)
  expect(clock.timeMs('boot', 60_000)).toBe(NOW_MS + 10_000)
  monotonicMs = 70_000
  for (let i = 0; i < 10; i++) clock.noteGnss(NOW_MS + DAY_MS + 20_000, 70_000)
  expect(clock.timeMs('boot', 60_000)).toBe(NOW_MS + 10_000)
  expect(clock.timeMs('boot', 80_000)).toBe(NOW_MS + DAY_MS + 30_000)
})

test('adds the weeks that a receiver lost', () => {
  const clock = open()
  for (let i = 0; i < 3; i++) clock.noteGnss(NOW_MS - 1024 * 7 * DAY_MS, 50_000)
  expect(clock.timeMs('boot', 50_000)).toBe(NOW_MS)
})

test('uses the system clock only where the server or the network confirms it', () => {
  expect(open({ systemMs: () => NOW_MS }).isKnown('boot')).toBe(false)
  const clock = open()
  clock.noteServer(NOW_MS, 50_000)
  expect(clock.timeMs('boot', 50_000)).toBe(NOW_MS + 500)
  expect(clock.state()?.origin).toBe('server')
  const confirmed = open({ epoch: 'second', systemMs: () => NOW_MS + 900 })
  confirmed.noteServer(NOW_MS, 50_000)
  expect(confirmed.timeMs('second', 50_000)).toBe(NOW_MS + 900)
  const synchronized = open({ epoch: 'third', systemMs: () => NOW_MS, isSystemSynchronized: () => true })
  expect(synchronized.timeMs('third', 50_000)).toBe(NOW_MS)
  expect(
    open({ epoch: 'fourth', systemMs: () => 1000, isSystemSynchronized: () => true }).isKnown('fourth'),
  ).toBe(false)
})

test('lets satellites correct the server, and never the other way round', () => {
  const clock = open()
  clock.noteServer(NOW_MS + DAY_MS, 50_000)
  monotonicMs = 60_000
  for (let i = 0; i < 3; i++) clock.noteGnss(NOW_MS + 10_000, 60_000)
  clock.noteServer(NOW_MS + DAY_MS, 61_000)
  expect(clock.timeMs('boot', 62_000)).toBe(NOW_MS + 12_000)
})

test('believes no receiver whose date is years away from that of the server', () => {
  const SAMPLE_MS = Date.UTC(2014, 7, 15, 19)
  const clock = open()
  clock.noteServer(NOW_MS, 50_000)
  for (let i = 0; i < 20; i++) clock.noteGnss(SAMPLE_MS, 50_000)
  expect(clock.timeMs('boot', 50_000)).toBe(NOW_MS + 500)
  const first = open({ epoch: 'second' })
  for (let i = 0; i < 3; i++) first.noteGnss(SAMPLE_MS, 50_000)
  monotonicMs = 60_000
  first.noteServer(NOW_MS + 10_000, 60_000)
  expect([first.timeMs('second', 61_000), first.state()?.origin]).toEqual([NOW_MS + 11_500, 'server'])
})

test('adds the weeks that a receiver lost since the date of the server', () => {
  const clock = open()
  clock.noteServer(NOW_MS + DAY_MS, 50_000)
  for (let i = 0; i < 3; i++) clock.noteGnss(NOW_MS - 2048 * 7 * DAY_MS, 50_000)
  expect(clock.timeMs('boot', 60_000)).toBe(NOW_MS + 10_000)
})

test('leaves out a line that a cut of power tore', () => {
  const clock = open()
  for (let i = 0; i < 3; i++) clock.noteGnss(NOW_MS, 50_000)
  appendFileSync(join(folder, 'clock'), '{"epoch":"boot","fro')
  expect(open().timeMs('boot', 50_000)).toBe(NOW_MS)
  const next = open({ epoch: 'next' })
  for (let i = 0; i < 3; i++) next.noteGnss(NOW_MS, 50_000)
  expect(open().timeMs('next', 50_000)).toBe(NOW_MS)
})

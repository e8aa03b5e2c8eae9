import { expect, test } from 'vitest'
import { DERATE_SPN, N2K_STATUS_SPN } from '#contract/domain/reading.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { ExternalFold, externalSeverity } from './externalEpisodes.ts'

const HOT = { instance: 1, spn: N2K_STATUS_SPN + 1, fmi: 31, lamp: null, source: 0 }
const at = (...seconds: number[]) => seconds.map((second) => ({ ...HOT, timeUs: second * SECOND_US }))

test('raises after two messages in a row, and clears after a minute without any', () => {
  const fold = new ExternalFold()
  expect(fold.advance(at(0), 0)).toEqual([])
  expect(fold.advance(at(20), 20 * SECOND_US)).toEqual([])
  expect(fold.advance(at(21, 22), 22 * SECOND_US)).toMatchObject([{ beginUs: 21 * SECOND_US, isOpen: true }])
  expect(fold.advance([], 80 * SECOND_US)).toEqual([])
  expect(fold.advance([], 83 * SECOND_US)).toMatchObject([
    { beginUs: 21 * SECOND_US, endUs: 22 * SECOND_US, isOpen: false },
  ])
  expect(fold.isIdle).toBe(true)
})

test('counts a message once when two devices forward it', () => {
  const fold = new ExternalFold()
  expect(fold.advance(at(0, 0), 0)).toEqual([])
  expect(fold.advance(at(5), 5 * SECOND_US)).toMatchObject([{ beginUs: 5 * SECOND_US }])
})

test('finds the same episodes when all messages come in one batch', () => {
  expect(new ExternalFold().advance(at(0, 20, 21, 22, 200, 201), 300 * SECOND_US)).toMatchObject([
    { beginUs: 21 * SECOND_US, endUs: 22 * SECOND_US },
    { beginUs: 201 * SECOND_US, endUs: 201 * SECOND_US },
  ])
})

test('is critical when a fault stops an engine, and less severe when it can wait', () => {
  const severity = (spn: number, fmi = 31, lamp: 'red' | null = null) =>
    externalSeverity({ ...HOT, spn, fmi, lamp })
  expect([1, 2, 15, 16 + 7].map((bit) => severity(N2K_STATUS_SPN + bit))).toEqual(Array(4).fill('critical'))
  expect([severity(1109), severity(1110), severity(DERATE_SPN)]).toEqual(['critical', 'critical', 'warning'])
  expect([10, 16 + 3].map((bit) => severity(N2K_STATUS_SPN + bit))).toEqual(Array(2).fill('info'))
  expect([severity(N2K_STATUS_SPN + 8), severity(97), severity(110, 0), severity(97, 3, 'red')]).toEqual([
    ...['warning', 'warning', 'critical', 'critical'],
  ])
})

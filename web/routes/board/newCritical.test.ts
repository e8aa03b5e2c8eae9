import { expect, test } from 'vitest'
import type { BoardCritical } from '#contract/wire/board.ts'
import { keepWaiting, newCritical } from './newCritical.ts'

const OPENED_MS = Date.UTC(2026, 5, 18, 12)
const alert = (id: string, minutes: number): BoardCritical => ({
  ...{ id, severity: 'critical', type: 'external', text: 'Fire', vessel_id: 'v', name: 'Saga' },
  trigger_time: new Date(OPENED_MS).toISOString(),
  received_at: new Date(OPENED_MS + minutes * 60_000).toISOString(),
  ...{ assigned: null, lat: null, lon: null, notified: [], notified_total: 0 },
})
const idsOf = (alerts: readonly BoardCritical[]) => alerts.map(({ id }) => id)

test('takes the screen for alerts of this watch that nobody set aside', () => {
  const all = [alert('now', 5), alert('before', -5), alert('old', -11)]
  expect(idsOf(newCritical(all, OPENED_MS, new Set()))).toEqual(['now', 'before'])
  expect(idsOf(newCritical(all, OPENED_MS, new Set(['now'])))).toEqual(['before'])
})

test('forgets what was set aside once it no longer waits', () => {
  const aside = new Set(['a', 'b'])
  expect(keepWaiting(aside, [alert('a', 0), alert('b', 0)])).toBe(aside)
  expect([...keepWaiting(aside, [alert('b', 0)])]).toEqual(['b'])
})

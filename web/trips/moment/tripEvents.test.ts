import { expect, test } from 'vitest'
import type { Alert } from '#contract/wire/alert.ts'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import { eventFrom, tripEvents } from './tripEvents.ts'

const at = (second: number) => new Date(second * 1000).toISOString()
const alert = (second: number) => ({ id: `alert ${second}`, trigger_time: at(second) }) as Alert
const impact = (second: number, peak_impact: number, ...peaks: [sensor: number, g: number][]) =>
  ({
    ...{ peak_impact_time: at(second), peak_impact },
    impacts: peaks.map(([bq_sensor_id, g]) => ({ bq_sensor_id, peak_impact: g })),
  }) as ImpactEvent

const events = tripEvents(
  [alert(50), alert(10)],
  [impact(10.4, 5, [1, 5]), impact(30, 4, [1, 2], [2, 4]), impact(40, 2.9, [1, 2.9])],
  3,
)

test('lists alerts and impacts above the limit in time order, each once', () => {
  expect(events.map(({ timeMs }) => timeMs / 1000)).toEqual([10, 30, 50])
  expect(events[1]).toEqual({ timeMs: 30_000, alert: null, sensor: 2 })
})

test('goes from event to event, and stays at either end', () => {
  expect(eventFrom(events, 20_000, 1)?.timeMs).toBe(30_000)
  expect(eventFrom(events, 30_000, 1)?.timeMs).toBe(50_000)
  expect(eventFrom(events, 30_000, -1)?.timeMs).toBe(10_000)
  expect(eventFrom(events, 50_000, 1)).toBeUndefined()
  expect(eventFrom(events, 10_000, -1)).toBeUndefined()
})

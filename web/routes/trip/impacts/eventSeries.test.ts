import { expect, test } from 'vitest'
import { anImpact } from '../../../testing/anImpact.ts'
import { accelerations, engineRequest, fromAbove, fromSide, motionRequest, peakSpan } from './eventSeries.ts'

const sensor = (number: number) => ({
  sensor_id: `00000000-0000-4000-8000-00000000000${number}`,
  bq_sensor_id: number,
  sensor_label: null,
  impact_time: '2026-06-17T18:07:41.060Z',
  peak_impact: 1,
  jerk: 20,
  hull_location: 'keel' as const,
  impact_duration: 0.1,
  free_fall_time: 0,
  rise_time: 0.05,
  peak_acc: { x: 0, y: 0, z: 1 },
  clipped: false,
  coarse: false,
  degraded: false,
})
const event = anImpact({ peak_impact_time: '2026-06-17T18:07:41.070Z', impacts: [sensor(1), sensor(3)] })
const peakS = Date.parse(event.peak_impact_time) / 1000

test('requests motion for 1.28 s either side in 20 ms steps, engines for 10 s in seconds', () => {
  const motion = motionRequest('trip', event)
  expect(motion.filters).toEqual({ trip_id: 'trip', start_time: peakS - 1.28, end_time: peakS + 1.3 })
  expect(motion.resolution).toEqual({ value: 20, type: 'milliseconds' })
  expect(motion.fields.map(({ field }) => field)).toEqual(
    [1, 3].flatMap((n) => [`impact_${n}`, `impact_x_${n}`, `impact_y_${n}`, `impact_z_${n}`]),
  )
  const engine = engineRequest('trip', event, 'engine_speed')
  expect(engine.filters).toEqual({ trip_id: 'trip', start_time: peakS - 10, end_time: peakS + 11 })
  expect(engine.fields[0]).toEqual({ type: 'general', field: 'engine_speed_1', aggregation: 'avg' })
})

test('keeps the request of an event with many sensors within the limit of fields', () => {
  const many = anImpact({ impacts: Array.from({ length: 25 }, (_, index) => sensor(index % 10)) })
  expect(motionRequest('trip', many).fields.length).toBeLessThanOrEqual(40)
})

test('centres the highlighted window on the peak', () => {
  const [from, to] = peakSpan(event)
  expect([peakS * 1000 - from, to - from]).toEqual([10, 20])
})

test('points a push to starboard right seen from above, and an upward push up from the side', () => {
  expect(fromAbove({ x: 0, y: 2, z: 1 })).toEqual({ right: 2, up: 0 })
  expect(fromSide({ x: -1, y: 2, z: 3 })).toEqual({ right: -1, up: 3 })
})

test('joins the axes at each time, and reads free fall as no push', () => {
  const entry = (field: string, values: number[]) => ({
    ...{ field, unit: 'g', unique_id: field, device_number: 0, instance: 1, aggregation: 'max' },
    series: values.map((value, index) => ({ time: index * 20, value })),
  })
  const entries = [
    entry('impact_x_1', [1, 2]),
    entry('impact_y_1', [3, 4]),
    entry('impact_z_1', [-1, 5]),
    entry('impact_x_2', [9, 9]),
  ]
  expect(accelerations(entries, event)).toEqual([
    { x: 1, y: 3, z: 0 },
    { x: 2, y: 4, z: 5 },
  ])
})

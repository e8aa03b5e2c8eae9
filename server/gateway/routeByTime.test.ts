import { expect, test } from 'vitest'
import { nothingDecoded } from '#contract/domain/reading.ts'
import { routeByTime } from './routeByTime.ts'

const old = { id: 'old', number: 1 }
const present = { id: 'present', number: 2 }
const spans = [
  { vessel: old, fromUs: Number.NEGATIVE_INFINITY, untilUs: 1000 },
  { vessel: null, fromUs: 1500, untilUs: 1600 },
  { vessel: present, fromUs: 2000, untilUs: Number.POSITIVE_INFINITY },
]
const sog = (timeUs: number) => ({ timeUs, key: 'sog', instance: 0, value: timeUs }) as const

test('gives each reading to the vessel of its time, and to none between two pairings', () => {
  const times = [-5e15, 999, 1000, 1550, 1999, 2000, 9e15]
  const { parts, rejected } = routeByTime({ ...nothingDecoded(), scalars: times.map(sog) }, spans)
  expect(parts.get(1)?.scalars.map(({ timeUs }) => timeUs)).toEqual([-5e15, 999])
  expect(parts.get(2)?.scalars.map(({ timeUs }) => timeUs)).toEqual([2000, 9e15])
  expect(rejected).toMatchObject([{ reason: 'not_paired', count: 3 }])
})

test('cuts a block of motion where a pairing ends and where the next begins', () => {
  const column = Int16Array.from({ length: 30 }, (_, i) => i)
  const columns = { forceX: column, forceY: column, forceZ: column, roll: column, pitch: column, yaw: column }
  const block = { sensor: 1, startUs: 0, intervalUs: 100, ...columns }
  const { parts, rejected } = routeByTime({ ...nothingDecoded(), motion: [block] }, spans)
  expect(parts.get(1)?.motion).toMatchObject([{ startUs: 0, forceX: column.subarray(0, 10) }])
  expect(parts.get(2)?.motion).toMatchObject([{ startUs: 2000, yaw: column.subarray(20) }])
  expect(rejected).toMatchObject([{ count: 10 }])
})

test('passes batches unchanged when a device was always on one vessel', () => {
  const decoded = { ...nothingDecoded(), scalars: [sog(0)] }
  const ever = { vessel: old, fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY }
  expect(routeByTime(decoded, [ever]).parts.get(1)).toBe(decoded)
})

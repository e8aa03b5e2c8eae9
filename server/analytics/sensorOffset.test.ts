import { expect, test } from 'vitest'
import { playMotion, pulse } from '#server/testing/playMotion.ts'
import { sensorOffsets } from './sensorOffset.ts'

const recorded = (...forces: Parameters<typeof playMotion>[2][]) => ({
  motion: {
    bySensor: async () => forces.map((force, i) => playMotion(50, 120, force, { sensor: i + 1 })),
  },
})
const offsets = (telemetry: ReturnType<typeof recorded>) => sensorOffsets(telemetry, 1, 120e6, new Map())

test('detects a sensor with a constant push, and none that measures waves', async () => {
  const sea = (t: number) =>
    [0.3 * Math.sin(t), 0.3 * Math.cos(t / 3), 1 + 0.5 * Math.sin(2 * t) + pulse(t % 7, 2, 3)] as const
  const bent = (t: number) => {
    const [x, y, z] = sea(t)
    return [x, y + 0.4, z] as const
  }
  const found = await offsets(recorded(sea, bent))
  expect([...found.keys()]).toEqual([2])
  expect(found.get(2)).toBeCloseTo(0.4, 1)
})

test('returns nothing for a sensor with little data', async () => {
  const brief = { motion: { bySensor: async () => [playMotion(50, 20, () => [0, 0.4, 1])] } }
  expect((await offsets(brief)).size).toBe(0)
})

import { expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { tripPath } from './tripPath.ts'

/** How far apart the points are of a trip of so many seconds. */
async function stepS(durationS: number, points: number): Promise<number> {
  let askedUs = 0
  const buckets = async (_: unknown, _fields: unknown, resolutionUs: number) => {
    askedUs = resolutionUs
    return []
  }
  const telemetry = { series: { buckets } } as unknown as Telemetry
  await tripPath(telemetry, { vesselNumber: 1, fromUs: 0, toUs: durationS * 1e6 }, points)
  return askedUs / 1e6
}

test('puts whole seconds between the points of a path, and returns at most the requested number', async () => {
  expect(await stepS(3 * 3600, 2000)).toBe(vectors.resolution_3h.path)
  // One more bucket when the trip does not begin at a whole multiple.
  expect(await stepS(3 * 3600, 401)).toBe(vectors.resolution_3h.track)
  expect(await stepS(60, 2000)).toBe(1)
})

import { expect, test } from 'vitest'
import { mostConnections, openFilesLimit } from './openFiles.ts'

const all = (limit: number) => {
  const { http, mqttPort } = mostConnections(limit)
  return http + 2 * mqttPort
}

test.each([256, 1024, 4096, 65_536, 524_288])('leaves descriptors to the stores with %i of them', (limit) => {
  expect(all(limit)).toBeGreaterThanOrEqual(limit / 8)
  expect(limit - all(limit)).toBeGreaterThanOrEqual(Math.max(216, Math.min(limit * 0.75, 3072)))
})

test('accepts twenty thousand connections on a port at most', () => {
  expect(mostConnections(Number.POSITIVE_INFINITY)).toEqual({
    http: Number.POSITIVE_INFINITY,
    mqttPort: 20_000,
  })
})

test('reads the limit of this process', () => {
  expect(openFilesLimit()).toBeGreaterThanOrEqual(256)
})

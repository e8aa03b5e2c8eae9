import { expect, test } from 'vitest'
import { isOwnOrigin } from './origins.ts'

const from = (origin: string | undefined, host = 'fleet.example') =>
  isOwnOrigin({ origin, host }, 'https://fleet.example')

test('knows its own pages from those of others', () => {
  expect(from('https://fleet.example')).toBe(true)
  expect(from(undefined)).toBe(true)
  expect(
    isOwnOrigin({ origin: 'http://192.0.2.7:3000', host: '192.0.2.7:3000' }, 'http://localhost:3000'),
  ).toBe(true)
  for (const origin of [
    'https://evil.example',
    'https://fleet.example.evil.example',
    'https://sub.fleet.example',
    'https://fleet.example:8443',
    'null',
    '',
  ]) {
    expect([origin, from(origin)]).toEqual([origin, false])
  }
})

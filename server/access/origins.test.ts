import { expect, test } from 'vitest'
import { isOwnOrigin } from './origins.ts'

const from = (origin: string | undefined, host = 'fleet.example') =>
  isOwnOrigin({ origin, host }, 'https://fleet.example')

test('distinguishes the console’s own pages from others', () => {
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

test('accepts the called address as its own only where no other site can have its name', () => {
  const called = (host: string) => isOwnOrigin({ origin: `http://${host}`, host }, 'http://localhost:3000')
  for (const host of [
    '127.0.0.1:3000',
    '[fd00::7]:3000',
    'boathouse:3000',
    'boathouse.local:3000',
    'nas.home.arpa',
    'a.localhost:3000',
  ]) {
    expect([host, called(host)]).toEqual([host, true])
  }
  for (const host of ['evil.example', 'evil.example:3000', '127.0.0.1.evil.example:3000', 'local.example']) {
    expect([host, called(host)]).toEqual([host, false])
  }
})

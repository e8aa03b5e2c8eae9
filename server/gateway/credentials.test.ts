import { expect, test } from 'vitest'
import { readCredentials } from './credentials.ts'

test('reads id and secret from a bearer token and from Basic', () => {
  expect(readCredentials('Bearer dev-1.s.e')).toEqual({ id: 'dev-1', secret: 's.e' })
  expect(readCredentials(`Basic ${btoa('dev-1:s:e')}`)).toEqual({ id: 'dev-1', secret: 's:e' })
})

test.each([undefined, '', 'Bearer', 'Bearer x', 'Bearer .secret', `Basic ${btoa(':secret')}`])(
  'reads nothing from %s',
  (authorization) => {
    expect(readCredentials(authorization)).toBeNull()
  },
)

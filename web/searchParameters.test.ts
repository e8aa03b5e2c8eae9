import { expect, test } from 'vitest'
import {
  listSearch,
  readImpactSearch,
  readMapSearch,
  readResetSearch,
  readSignInSearch,
  readTripMapSearch,
} from './searchParameters.ts'

test('redirects after sign-in only to pages of this console', () => {
  expect(readSignInSearch({ from: '/trips?page=2' })).toEqual({ from: '/trips?page=2' })
  expect(readSignInSearch({ error: 'signup_disabled' })).toEqual({ error: 'signup_disabled' })
  expect(readSignInSearch({ error: '<b>' })).toEqual({})
  expect(readSignInSearch({ second_factor: 'true' })).toEqual({ second_factor: true })
  expect(readSignInSearch({ second_factor: true })).toEqual({ second_factor: true })
  expect(readSignInSearch({ second_factor: 'x' })).toEqual({})
  for (const from of [
    '//evil.example',
    '/\t/evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    7,
  ]) {
    expect(readSignInSearch({ from })).toEqual({})
  }
})

test('keeps valid parameters of a list and drops the rest', () => {
  const read = listSearch('name', 'duration')
  const id = '00000000-0000-4000-8000-000000000001'
  const good = { page: 2, size: 20, order: 'duration:asc', vessel: id, from: '2026-01-31', to: '2026-01-31' }
  expect(read(good)).toEqual(good)
  expect(read({ page: -1, size: 11, order: 'duration', vessel: '', from: 'soon', to: 5 })).toEqual({})
  expect(read({ page: 1.5, order: 'colour:asc', vessel: 'x', captain: 7, user: `${id}0` })).toEqual({})
  expect(read({ from: '2026-02-30', to: '2026-13-01' })).toEqual({})
  expect(read({ from: '1026-01-31', to: '2026-01-31' })).toEqual({ to: '2026-01-31' })
  expect(read({ from: '2026-02-02', to: '2026-02-01' })).toEqual({})
})

test('keeps a map view on the globe, and a place only with both numbers', () => {
  expect(readMapSearch({ lat: 64.1, lng: -22, zoom: 9 })).toEqual({ lat: 64.1, lng: -22, zoom: 9 })
  expect(readMapSearch({ lat: 91, lng: 'x', zoom: -1 })).toEqual({})
  expect(readMapSearch({ lat: 64.1, lng: 181, zoom: 9 })).toEqual({ zoom: 9 })
  expect(readMapSearch({ show: 'quiet' })).toEqual({ show: 'quiet' })
  expect(readMapSearch({ show: 'loud' })).toEqual({})
})

test('keeps a reset token that looks like a number as text', () => {
  expect(readResetSearch({ token: 123 })).toEqual({ token: '123' })
})

test('rounds a range of impacts to half a g, and never reverses it', () => {
  expect(readImpactSearch({ min: 1, max: 3.5, order: 'peak_impact:asc', page: 1, size: 50 })).toEqual({
    min: 1,
    max: 3.5,
    order: 'peak_impact:asc',
    page: 1,
  })
  expect(readImpactSearch({ max: 2 })).toEqual({ max: 2 })
  for (const search of [{ min: 3, max: 2 }, { min: 2, max: 2 }, { min: 6 }, { max: 0.5 }]) {
    expect(readImpactSearch(search)).toEqual({})
  }
  expect(readImpactSearch({ min: 0.7, max: 9 })).toEqual({})
})

test('drops a moment or a sensor that cannot be one', () => {
  expect(readTripMapSearch({ t: 1_750_000_000_123, sensor: 2, minute: 1_750_000_000 })).toEqual({
    ...{ t: 1_750_000_000_123, sensor: 2, minute: 1_750_000_000 },
  })
  for (const search of [{ t: -1 }, { t: 1.5 }, { t: 'noon' }, { t: 1e15 }, { sensor: 0 }, { sensor: 'x' }])
    expect(readTripMapSearch(search)).toEqual({})
})

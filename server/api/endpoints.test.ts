/**
 * An endpoint has three places: the contract, its handler, and its case in the access matrix. Finds a missing
 * one.
 */
import { expect, test } from 'vitest'
import { CONTRACT } from '#contract/wire/contract.ts'
import { CASES } from '#server/testing/accessCases.ts'
import { contractEndpoints, nameOf } from '#server/testing/contractEndpoints.ts'
import { ENDPOINTS, EXAMPLES } from './routes.ts'

const endpoints = await contractEndpoints()
const without = (names: string[], others: string[]) => names.filter((name) => !others.includes(name)).sort()
const all = endpoints.map(nameOf)
const served = ENDPOINTS.map(nameOf)
const guarded = endpoints.filter(({ access }) => access !== 'anyone').map(nameOf)

test('has a handler for each endpoint of the contract', () => {
  expect(without(all, served)).toEqual([])
  expect(served.length).toBe(new Set(served).size)
})

test('serves only endpoints that the contract exports', () => expect(without(served, all)).toEqual([]))

test('lists each file of the contract that has endpoints', () => {
  const listed = new Set(Object.values(CONTRACT))
  expect(endpoints.filter((endpoint) => !listed.has(endpoint)).map(nameOf)).toEqual([])
})

test('has an access case for each endpoint that needs a caller, and no other', () => {
  expect(without(guarded, Object.keys(CASES))).toEqual([])
  expect(without(Object.keys(CASES), guarded)).toEqual([])
})

test('has examples only of endpoints that keys may call', () => {
  expect([...EXAMPLES.keys()].filter(({ forKeys }) => !forKeys).map(nameOf)).toEqual([])
})

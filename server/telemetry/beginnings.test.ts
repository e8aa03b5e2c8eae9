import { expect, test } from 'vitest'
import { Beginnings } from './beginnings.ts'

const found = async (vesselNumber: number, beforeUs: number) => [{ vesselNumber, beforeUs }]

test('knows that nothing precedes a moment until older data is stored', async () => {
  const beginnings = new Beginnings()
  expect(beginnings.precedesAll(1, 100)).toBe(false)
  await beginnings.learn(() => found(1, 100))
  await beginnings.learn(() => found(1, 80))
  expect([80, 100, 101].map((us) => beginnings.precedesAll(1, us))).toEqual([true, true, false])
  expect(beginnings.precedesAll(2, 80)).toBe(false)
  beginnings.noteStored(1, 90)
  beginnings.noteStored(1, 95)
  expect([90, 91].map((us) => beginnings.precedesAll(1, us))).toEqual([true, false])
  beginnings.forgetAll()
  expect(beginnings.precedesAll(1, 80)).toBe(false)
})

test('learns nothing about data that is stored during the search', async () => {
  const beginnings = new Beginnings()
  await beginnings.learn(async () => {
    beginnings.noteStored(1, 50)
    beginnings.noteStored(1, 70)
    return [...(await found(1, 100)), ...(await found(2, 100))]
  })
  expect([50, 51].map((us) => beginnings.precedesAll(1, us))).toEqual([true, false])
  expect(beginnings.precedesAll(2, 100)).toBe(true)
  await beginnings.learn(async () => {
    beginnings.forgetAll()
    return found(3, 100)
  })
  expect(beginnings.precedesAll(3, 100)).toBe(false)
})

import { expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { impactFlags } from './impactFlags.ts'

const nothing = { rpmChange: null, depthM: null, distanceM: null, powerReduced: false }

test('follows the decision tree of the vectors', () => {
  for (const [grounds, flags] of Object.entries(vectors.flags)) {
    const [rpmChange = null, depthM = null, distanceM = null] = grounds
      .replace(/[()]/g, '')
      .split(', ')
      .map((value) => (value === 'None' ? null : Number(value)))
    expect([grounds, impactFlags({ ...nothing, rpmChange, depthM, distanceM })]).toEqual([grounds, flags])
  }
})

test('flags an engine that protects itself as slowed down, and nothing when data is missing', () => {
  expect(impactFlags({ ...nothing, powerReduced: true })).toEqual(['ENGINE_SLOWDOWN'])
  expect(impactFlags({ ...nothing, rpmChange: -800, depthM: 1.5, powerReduced: true })).toEqual([
    'PROP_STRIKE',
    'ENGINE_SLOWDOWN',
    'SHALLOW',
  ])
  expect(impactFlags(nothing)).toEqual([])
})

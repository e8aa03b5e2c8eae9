import { expect, test } from 'vitest'
import { analysisProgress } from './analysisProgress.ts'

test('shows less than a hundred percent until everything is complete', () => {
  const percent = [0, 0.5, 0.9999, 1].map((share) => analysisProgress({ complete: false, share }))
  expect(percent).toEqual([0, 50, 99, null])
})

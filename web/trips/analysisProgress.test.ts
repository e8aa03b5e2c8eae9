import { expect, test } from 'vitest'
import { analysisProgress } from './analysisProgress.ts'

test('what is not all is never a hundred percent', () => {
  const percent = [0, 0.5, 0.9999, 1].map((share) => analysisProgress({ complete: false, share }))
  expect(percent).toEqual([0, 50, 99, null])
})

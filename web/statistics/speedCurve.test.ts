import { expect, test } from 'vitest'
import { formatsIn } from '../i18n/formats.ts'
import { tokens } from '../ui/tokens.ts'
import { speedCurve } from './speedCurve.ts'

const formats = formatsIn('en', ((key: string) => key) as never)
const rows = [
  { name: 'Per mile', unit: 'L/nmi', slot: 0, points: [12.5, 16.5].map((x) => ({ x, y: 2 })) },
  { name: 'Time', unit: 'min', slot: 1, points: [12.5, 16.5].map((x) => ({ x, y: 30 })) },
]
const axesOf = (eco: Parameters<typeof speedCurve>[0]['eco']) =>
  speedCurve({ rows, eco, tokens: tokens.dark, formats }).xAxis as { min: number; max: number }[]

test('uses the same round speeds in all rows', () => {
  expect(axesOf(null).map(({ min, max }) => [min, max])).toEqual([
    [12, 17],
    [12, 17],
  ])
})

test('includes the eco speed when no boat sailed at it', () => {
  const [axis] = axesOf({ sog: 24.5, from: 21, to: 29, label: 'Eco speed 24.5 kn' })
  expect([axis?.min, axis?.max]).toEqual([12, 30])
})

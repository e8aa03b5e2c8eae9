import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Trend } from './Trend.tsx'

const pathOf = (values: readonly (number | null)[]) =>
  / d="([^"]*)"/.exec(renderToStaticMarkup(<Trend label="Distance" values={values} />))?.[1]

test('draws a line from zero, with a gap and a dot', () => {
  expect(pathOf([0, 12, null, 24, null])).toBe('M0 24.00h0L1 12.00M3 0.00h0')
})

test('draws nothing of one value, or of none', () => {
  expect([pathOf([null, 3, null]), pathOf([null, null]), pathOf([])]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('draws weeks without anything as a line at zero', () => {
  expect(pathOf([0, 0])).toBe('M0 24.00h0L1 24.00')
})

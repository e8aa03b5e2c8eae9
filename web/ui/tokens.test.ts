import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { cssVariables, type Scheme, tokens } from './tokens.ts'

const AA_TEXT = 4.5
const AA_GRAPHIC = 3

const schemes: Scheme[] = ['dark', 'light']

test.each(schemes)('keeps the contrast of %s text on every surface', (scheme) => {
  const { neutral, status, severity } = tokens[scheme]
  for (const surface of [neutral.bg, neutral.surface1, neutral.surface2, neutral.surface3]) {
    for (const text of [neutral.text1, neutral.text2, neutral.text3, neutral.accentText]) {
      expect(contrast(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(AA_TEXT)
    }
    expect(contrast(neutral.borderControl, surface)).toBeGreaterThanOrEqual(AA_GRAPHIC)
  }
  for (const text of [...Object.values(status), ...Object.values(severity)]) {
    expect(contrast(text, neutral.surface1)).toBeGreaterThanOrEqual(AA_TEXT)
  }
  expect(contrast(neutral.onAccent, neutral.accent)).toBeGreaterThanOrEqual(AA_TEXT)
  expect(contrast(neutral.onBadge, neutral.badge)).toBeGreaterThanOrEqual(AA_TEXT)
})

test.each(schemes)('keeps %s series visible on a card', (scheme) => {
  const { chart, neutral } = tokens[scheme]
  expect(new Set(chart).size).toBe(12)
  for (const colour of chart) expect(contrast(colour, neutral.surface1)).toBeGreaterThanOrEqual(AA_GRAPHIC)
})

test('defines the same variables in both schemes', () => {
  expect(Object.keys(cssVariables('dark'))).toEqual(Object.keys(cssVariables('light')))
  expect(cssVariables('dark')).toMatchObject({
    '--tf-surface-1': tokens.dark.neutral.surface1,
    '--tf-border-control': tokens.dark.neutral.borderControl,
    '--tf-st-sailing': tokens.dark.status.sailing,
    '--tf-chart-12': tokens.dark.chart[11],
  })
})

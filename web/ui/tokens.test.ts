import { expect, test } from 'vitest'
import { cssVariables, type Scheme, tokens } from './tokens.ts'

const AA_TEXT = 4.5
const AA_GRAPHIC = 3

const schemes: Scheme[] = ['dark', 'light']

test.each(schemes)('%s text keeps its contrast on every surface it is meant for', (scheme) => {
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

test.each(schemes)('%s series are all seen on a card', (scheme) => {
  const { chart, neutral } = tokens[scheme]
  expect(new Set(chart).size).toBe(12)
  for (const colour of chart) expect(contrast(colour, neutral.surface1)).toBeGreaterThanOrEqual(AA_GRAPHIC)
})

test('both schemes give the same variables', () => {
  expect(Object.keys(cssVariables('dark'))).toEqual(Object.keys(cssVariables('light')))
  expect(cssVariables('dark')).toMatchObject({
    '--bn-surface-1': tokens.dark.neutral.surface1,
    '--bn-border-control': tokens.dark.neutral.borderControl,
    '--bn-st-sailing': tokens.dark.status.sailing,
    '--bn-chart-12': tokens.dark.chart[11],
  })
})

/** Contrast ratio of WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (bright + 0.05) / (dark + 0.05)
}
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { cssVariables, palettes, type Scheme, tokens } from './tokens.ts'

const AA_TEXT = 4.5
const AA_GRAPHIC = 3

const schemes: Scheme[] = ['dark', 'light', 'night']

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

test('uses only red on black by night', () => {
  const colours = Object.values(cssVariables('night')).filter((value) => /^#[\dA-F]{6}$/i.test(value))
  expect(colours.length).toBeGreaterThan(75)
  for (const colour of [...colours, ...palettes.night.signal, ...palettes.night.dark]) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(colour.slice(at, at + 2), 16),
    )
    expect(red, colour).toBeGreaterThan(Math.max(green, blue))
  }
  expect(contrast(tokens.night.neutral.bg, '#000000')).toBeLessThan(1.02)
})

test('defines the same variables in every scheme', () => {
  for (const scheme of schemes)
    expect(Object.keys(cssVariables(scheme)), scheme).toEqual(Object.keys(cssVariables('dark')))
  expect(cssVariables('dark')).toMatchObject({
    '--tf-surface-1': tokens.dark.neutral.surface1,
    '--tf-border-control': tokens.dark.neutral.borderControl,
    '--tf-st-sailing': tokens.dark.status.sailing,
    '--tf-chart-12': tokens.dark.chart[11],
  })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '../../ui/contrast.ts'

/** Minimum contrast ratio for reading at two metres. */
const AT_TWO_METRES = 7
const SHAPE = 3
const FIGURE_PX = 40

const css = readFileSync(new URL('Helm.module.css', import.meta.url), 'utf8')
const [, day = '', night = ''] = /\.helm \{(.*?)&\[data-palette="night"\] \{(.*?)\}/s.exec(css) ?? []
const paletteOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/--([\w]+): (#[\da-f]{6});/g)].map(([, name, colour]) => [name, colour]),
  )

test.each([
  ['day', paletteOf(day)],
  ['night', paletteOf(night)],
])('gives every word of the helm by %s a contrast of at least 7 to 1', (_, palette) => {
  const { ground = '', warn = '', fill = '' } = palette
  expect(Object.keys(palette)).toEqual(['ground', 'ink', 'quiet', 'line', 'fill', 'warn', 'delay'])
  for (const name of ['ink', 'quiet', 'fill', 'warn', 'delay'])
    expect(contrast(palette[name] ?? '', ground), name).toBeGreaterThanOrEqual(AT_TWO_METRES)
  expect(contrast(fill, palette.line ?? '')).toBeGreaterThanOrEqual(SHAPE)
  expect(contrast(ground, warn)).toBeGreaterThanOrEqual(AT_TWO_METRES)
})

test('uses only red on black by night', () => {
  const { ground, ...others } = paletteOf(night)
  expect(ground).toBe('#000000')
  for (const colour of Object.values(others)) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(colour.slice(at, at + 2), 16),
    )
    expect(red, colour).toBeGreaterThan(1.5 * Math.max(green, blue))
  }
})

test('draws figures at least 40 px high', () => {
  const [, least] = /\.number \{[^}]*font-size: clamp\((\d+)px/.exec(css) ?? []
  const [, limit] = /\.limit \{[^}]*strong \{[^}]*font-size: (\d+)px/.exec(css) ?? []
  const [, fact] = /\.fact \{[^}]*font-size: (\d+)px/.exec(css) ?? []
  for (const size of [least, limit, fact]) expect(Number(size)).toBeGreaterThanOrEqual(FIGURE_PX)
})

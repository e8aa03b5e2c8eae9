import type { Map as MapLibreMap } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { redrawLabels } from './mapLibrary.ts'

const arrive = (...unicodeRanges: string[]) =>
  document.fonts.dispatchEvent(
    Object.assign(new Event('loadingdone'), {
      fontfaces: unicodeRanges.map((unicodeRange) => ({ unicodeRange })),
    }),
  )

test('labels are drawn again when an alphabet has arrived, while the map is there', () => {
  // jsdom has no fonts.
  Object.assign(document, { fonts: new EventTarget() })
  let drawn = 0
  const map = {
    once: (_idle: string, then: () => void) => then(),
    triggerRepaint() {},
    setGlyphs: () => drawn++,
  } as unknown as MapLibreMap
  const stop = redrawLabels(map)
  arrive('U+0-FF, U+131')
  expect(drawn).toBe(0)
  arrive('U+0-FF, U+131', 'U+301, U+400-45F')
  expect(drawn).toBe(1)
  stop()
  arrive('U+301, U+400-45F')
  expect(drawn).toBe(1)
})

import type { Map as MapLibreMap } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { redrawLabels } from './mapLibrary.ts'

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
  document.fonts.dispatchEvent(new Event('loadingdone'))
  expect(drawn).toBe(1)
  stop()
  document.fonts.dispatchEvent(new Event('loadingdone'))
  expect(drawn).toBe(1)
})

import * as maplibregl from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

let prepared = false

/** Prepares MapLibre once: the address of its worker, which the build moves, and the reader of tile archives. */
export function prepareMapLibrary() {
  if (prepared) return
  prepared = true
  maplibregl.setWorkerUrl(workerUrl)
  maplibregl.addProtocol('pmtiles', new Protocol().tile)
}

/**
 * Labels use the console's own font. MapLibre draws each letter once, so the font must be loaded before the first
 * label; the browser loads only the needed alphabets.
 */
export function loadLabelFonts(): Promise<unknown> {
  const alphabets = 'Aðþæö ŁšğĐ Ωα Жя'
  fonts ??= Promise.allSettled(
    [400, 500, 600].map((weight) => document.fonts.load(`${weight} 12px "Inter Variable"`, alphabets)),
  )
  return fonts
}
let fonts: Promise<unknown> | null = null

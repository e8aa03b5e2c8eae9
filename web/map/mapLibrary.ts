import * as maplibregl from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

let prepared = false

/** Readies MapLibre once: its worker's address, which the build moves, and how to read archives of tiles. */
export function prepareMapLibrary() {
  if (prepared) return
  prepared = true
  maplibregl.setWorkerUrl(workerUrl)
  maplibregl.addProtocol('pmtiles', new Protocol().tile)
}

/**
 * Labels are drawn from the console's own font. MapLibre draws each letter once, so the font must be there before the
 * first label; the browser loads only the alphabets that are asked for.
 */
export function loadLabelFonts(): Promise<unknown> {
  const alphabets = 'Aðþæö ŁšğĐ Ωα Жя'
  fonts ??= Promise.allSettled(
    [400, 500, 600].map((weight) => document.fonts.load(`${weight} 12px "Inter Variable"`, alphabets)),
  )
  return fonts
}
let fonts: Promise<unknown> | null = null

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

/** Labels use the console's own font. MapLibre draws each letter once, so the Latin ones are loaded before the first label. */
export function loadLabelFont(): Promise<unknown> {
  font ??= document.fonts.load('12px "Inter Variable"').catch(() => null)
  return font
}
let font: Promise<unknown> | null = null

const isLatin = ({ unicodeRange }: FontFace) => unicodeRange.startsWith('U+0-FF')

/**
 * Draws all labels again when other than Latin letters have arrived. The browser loads an alphabet once a label needs it, and
 * until then draws its letters in another font.
 */
export function redrawLabels(map: maplibregl.Map): () => void {
  const redraw = ({ fontfaces }: FontFaceSetLoadEvent) => {
    if (fontfaces.every(isLatin)) return
    // Only a loaded style can draw them, and an idle map comes to rest again only after a frame.
    map.once('idle', () => map.setGlyphs(null))
    map.triggerRepaint()
  }
  document.fonts.addEventListener('loadingdone', redraw)
  return () => document.fonts.removeEventListener('loadingdone', redraw)
}

import type { StyleSpecification } from 'maplibre-gl'
import * as maplibregl from 'maplibre-gl'
import { addLandPicture } from './landPicture.ts'
import { prepareMapLibrary } from './mapLibrary.ts'

interface Request {
  style: StyleSpecification
  centre: maplibregl.LngLatLike
  zoom: number
  width: number
  height: number
}

/** Draws each style at one place, one after the other on a separate map, and returns the address of each picture. */
export async function* stylePreviews(
  requests: readonly Request[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const [first] = requests
  if (!first) return
  prepareMapLibrary()
  const container = document.createElement('div')
  container.style.cssText = `position:fixed;left:-9999px;width:${first.width}px;height:${first.height}px`
  container.inert = true
  document.body.append(container)
  const map = new maplibregl.Map({
    container,
    center: first.centre,
    zoom: first.zoom,
    attributionControl: false,
    interactive: false,
    fadeDuration: 0,
    canvasContextAttributes: { preserveDrawingBuffer: true },
  })
  try {
    for (const { style } of requests) {
      map.setStyle(style, { diff: false })
      await map.once('style.load')
      addLandPicture(map)
      await map.once('idle')
      if (signal.aborted) return
      yield map.getCanvas().toDataURL('image/webp', 0.9)
    }
  } finally {
    map.remove()
    container.remove()
  }
}

import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import type { Seen } from './mapMemory.ts'
import { FLOORS } from './mapStyle.ts'

/** Names fade in, and nobody who moves on wants a picture of where they passed. */
const REST_MS = 1000
/** Enough for a second; a browser keeps five million letters of all there is. */
const MOST_PIXELS = 2_000_000
const QUALITY = 0.85

/**
 * Takes a picture of the base, of all that lies below this layer, whenever the map has rested. It is read in the frame that
 * draws it, between the base and what the fleet says, so nothing is drawn for it.
 */
export function rememberMap(onSeen: (seen: Omit<Seen, 'look'>) => void) {
  return (map: MapLibreMap) => {
    let isDue = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      isDue = false
      timer = setTimeout(() => {
        isDue = true
        map.triggerRepaint()
      }, REST_MS)
    }
    const layer: CustomLayerInterface = {
      ...{ id: 'remembered', type: 'custom' },
      render(gl) {
        if (!isDue || map.isMoving() || !hasLand(map)) return
        isDue = false
        const { clientWidth: width, clientHeight: height } = map.getCanvas()
        const { lat, lng } = map.getCenter().wrap()
        const view = { lat, lng, zoom: map.getZoom() }
        void pictureOf(gl).then((picture) => onSeen({ view, width, height, picture }))
      },
    }
    map.addLayer(layer, FLOORS.heat)
    map.on('moveend', wait)
    wait()
    return () => {
      clearTimeout(timer)
      map.off('moveend', wait)
      map.removeLayer(layer.id)
    }
  }
}

/** All of the land that this view has, and not the open sea that is shown without it. */
const hasLand = (map: MapLibreMap) => map.getSource('world') !== undefined && map.loaded()

async function pictureOf(gl: WebGLRenderingContext | WebGL2RenderingContext): Promise<string> {
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl
  const pixels = new ImageData(width, height)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels.data)
  for (let alpha = 3; alpha < pixels.data.length; alpha += 4) pixels.data[alpha] = 255
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  // Rows of what is read from the card are counted from below.
  const drawn = await createImageBitmap(pixels, { imageOrientation: 'flipY' })
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  drawn.close()
  return canvas.toDataURL('image/webp', QUALITY)
}

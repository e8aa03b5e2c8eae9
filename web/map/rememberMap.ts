import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import type { Seen } from './mapMemory.ts'
import { positionOf } from './mapPosition.ts'
import { FLOORS } from './mapStyle.ts'

/** Time at rest before the picture is taken, ms: names need time to fade in, and passing views are not stored. */
const REST_MS = 1000
/** Largest picture, which can be shown for a second; browsers store five million characters in total. */
const MOST_PIXELS = 2_000_000
const QUALITY = 0.85

/**
 * Takes a picture of the base map, of all layers below this one, when the map has rested. It is read in the frame
 * that draws it, between the base and the fleet, so no extra drawing is needed.
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
        const view = { ...positionOf(map.getCenter()), zoom: map.getZoom() }
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

/** True when the land of the view is loaded, so that no empty sea is stored. */
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
  // Rows read from the graphics card are counted from below.
  const drawn = await createImageBitmap(pixels, { imageOrientation: 'flipY' })
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  drawn.close()
  return canvas.toDataURL('image/webp', QUALITY)
}

import type { ExpressionSpecification, LineLayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { DEG_RAD } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M } from '#contract/geodesy/geo.ts'
import type { CoastResolution } from './coastResolution.ts'
import { unwrappedPosition } from './mapPosition.ts'

const ID = 'approximate-coast'
/** Lines of the band, from the widest to the narrowest. */
const STEPS = 8
/** Opacity of each line: all of them together leave a tenth of the edge below. */
const STEP_OPACITY = 0.25
/** Width of a map of the world at zoom 0, px. */
const WORLD_PX = 512
const DEEPEST_ZOOM = 24
/** Change of scale from which the band gets another width. */
const SCALE_STEP = 1.05

/**
 * Layers that veil the coast of the built-in world within the error of its source. The lines lie over each other, so
 * the band fades out towards sea and land; one blurred line would tear at the corners of a coast.
 */
export function approximateCoastLayers(
  { spacingM, fromZoom }: CoastResolution,
  colour: string | ExpressionSpecification,
): LineLayerSpecification[] {
  return Array.from({ length: STEPS }, (_, step) => ({
    ...{ id: `${ID}-${step}`, type: 'line', source: 'world', 'source-layer': 'coast' },
    ...{ minzoom: fromZoom - 1, layout: { 'line-join': 'round', 'line-cap': 'round' } },
    metadata: { widthM: spacingM * (1 - step / STEPS) },
    paint: {
      'line-color': colour,
      'line-width': metresWide(spacingM * (1 - step / STEPS), 1),
      'line-opacity': ['interpolate', ['linear'], ['zoom'], fromZoom - 1, 0, fromZoom, STEP_OPACITY],
    },
  }))
}

/** Width of a line on the ground, in a place where the map is enlarged by `scale` against the equator. */
function metresWide(widthM: number, scale: number): ExpressionSpecification {
  const px = (widthM * scale * WORLD_PX) / (2 * Math.PI * EARTH_RADIUS_M)
  return ['interpolate', ['exponential', 2], ['zoom'], 0, px, DEEPEST_ZOOM, px * 2 ** DEEPEST_ZOOM]
}

/** Keeps the width of the band right while the map moves north or south: styles cannot read the latitude. */
export function widenApproximateCoast(map: MapLibreMap): () => void {
  let drawn = 1
  const widen = () => {
    const scale = 1 / Math.cos(unwrappedPosition(map.getCenter()).latitudeDeg * DEG_RAD)
    if (Math.max(scale / drawn, drawn / scale) < SCALE_STEP) return
    drawn = scale
    for (const { id, metadata } of bandLayers(map))
      map.setPaintProperty(id, 'line-width', metresWide((metadata as { widthM: number }).widthM, scale))
  }
  widen()
  map.on('move', widen)
  return () => {
    map.off('move', widen)
  }
}

const bandLayers = (map: MapLibreMap) =>
  map.getStyle().layers.flatMap((layer) => (layer.id.startsWith(ID) ? [layer] : []))

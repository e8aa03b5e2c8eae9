import { useEffect, useState } from 'react'
import { currentLanguage } from '../i18n/i18n.ts'
import { MAP_LAYERS, type MapLayer } from '../preferences/preferences.ts'
import { useShownScheme } from '../preferences/shownScheme.ts'
import { mapLook } from './mapLook.ts'
import { mapStyle } from './mapStyle.ts'
import { useStage } from './stageContext.ts'
import { stylePreviews } from './stylePreview.ts'
import { useBasemap } from './useBasemap.ts'

const WIDTH_PX = 138
const HEIGHT_PX = 72
/** Zoom below the map's, so that the small picture has both coast and sea. */
const FURTHER_OFF = 2.5
/** Shows two degrees of longitude, which have a coast wherever boats usually sail. */
const MOST_ZOOM = 5

/** Picture of each style at the map's current place; the pictures arrive one by one. */
export function useStylePreviews(): Partial<Record<MapLayer, string>> {
  const { map } = useStage()
  const { basemap } = useBasemap()
  const scheme = useShownScheme()
  const [pictures, setPictures] = useState<Partial<Record<MapLayer, string>>>({})
  useEffect(() => {
    const stop = new AbortController()
    const place = {
      centre: map.getCenter(),
      zoom: Math.min(MOST_ZOOM, Math.max(1, map.getZoom() - FURTHER_OFF)),
      width: WIDTH_PX,
      height: HEIGHT_PX,
    }
    const requests = MAP_LAYERS.map((layer) => {
      const style = mapStyle({
        ...{ basemap, look: mapLook(layer, scheme), language: currentLanguage() },
        origin: location.origin,
      })
      // Names would be cut off in such a small picture.
      return { ...place, style: { ...style, layers: style.layers.filter(({ type }) => type !== 'symbol') } }
    })
    const draw = async () => {
      let index = 0
      for await (const picture of stylePreviews(requests, stop.signal)) {
        const layer = MAP_LAYERS[index++]
        if (stop.signal.aborted || !layer) return
        setPictures((held) => ({ ...held, [layer]: picture }))
      }
    }
    // Without pictures the names of the styles remain to choose from.
    draw().catch(() => {})
    return () => stop.abort()
  }, [map, basemap, scheme])
  return pictures
}

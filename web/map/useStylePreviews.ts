import { useEffect, useState } from 'react'
import { currentLanguage } from '../i18n/i18n.ts'
import { MAP_LAYERS, type MapLayer } from '../preferences/preferences.ts'
import { mapStyle } from './mapStyle.ts'
import { useStage } from './stageContext.ts'
import { stylePreviews } from './stylePreview.ts'
import { useBasemap } from './useBasemap.ts'

const WIDTH_PX = 88
const HEIGHT_PX = 64
/** Seen from a little further off, so that coast and sea are both in the small picture. */
const FURTHER_OFF = 2.5

/** Each style as a picture of where the map is now; they arrive one by one. */
export function useStylePreviews(): Partial<Record<MapLayer, string>> {
  const { map } = useStage()
  const { basemap } = useBasemap()
  const [pictures, setPictures] = useState<Partial<Record<MapLayer, string>>>({})
  useEffect(() => {
    const stop = new AbortController()
    const place = {
      centre: map.getCenter(),
      zoom: Math.max(1, map.getZoom() - FURTHER_OFF),
      width: WIDTH_PX,
      height: HEIGHT_PX,
    }
    const requests = MAP_LAYERS.map((layer) => {
      const style = mapStyle({ basemap, layer, language: currentLanguage(), origin: location.origin })
      // So small a picture would cut names in the middle of the word.
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
    // Without pictures the names alone are still a choice.
    draw().catch(() => {})
    return () => stop.abort()
  }, [map, basemap])
  return pictures
}

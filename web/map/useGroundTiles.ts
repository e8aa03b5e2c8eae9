import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { createMissingTiles, type DrawnTile, type MissingTiles } from './missingTiles.ts'

const PICTURE = 'picture'
/** Sources that cover the map; others lie over them. */
export const GROUNDS = ['world', PICTURE]
/** Time between two looks at the tiles while some are on their way, ms. */
const LOOK_MS = 500

interface GroundTiles {
  /** Tiles of the view that are not drawn. */
  missing: readonly DrawnTile[]
  /** True when the source of the satellite picture has no tile for a part of the view. */
  lacksPicture: boolean
}
const WHOLE: GroundTiles = { missing: [], lacksPicture: false }

/** The tiles that the view lacks, as the map moves and loads. */
export function useGroundTiles(map: MapLibreMap): GroundTiles {
  const [ground, setGround] = useState<GroundTiles>(WHOLE)
  useEffect(() => {
    const sources = new Map<string, MissingTiles>(GROUNDS.map((id) => [id, createMissingTiles()]))
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const shown = [...sources].filter(([id]) => map.getSource(id))
      const missing = shown.flatMap(([, tiles]) => tiles.missing(Date.now()))
      const lacksPicture = shown.some(([id, tiles]) => id === PICTURE && tiles.lacksPicture())
      setGround((before) =>
        before.lacksPicture === lacksPicture &&
        before.missing.length === missing.length &&
        missing.every((tile, i) => tile === before.missing[i])
          ? before
          : { missing, lacksPicture },
      )
      if ([...sources.values()].some((tiles) => tiles.isWaiting())) lookSoon()
    }
    const lookSoon = () => {
      timer ??= setTimeout(look, LOOK_MS)
    }
    const onLoading = ({ tile, sourceId }: MapSourceDataEvent) => {
      if (!tile) return
      sources.get(sourceId)?.onLoading(tile, Date.now())
      lookSoon()
    }
    const onError = (event: object) => {
      const { sourceId, tile } = event as { sourceId?: string; tile?: DrawnTile }
      if (!tile || !sourceId) return
      sources.get(sourceId)?.onFailed(tile)
      lookSoon()
    }
    map.on('sourcedataloading', onLoading)
    map.on('error', onError)
    map.on('moveend', lookSoon)
    map.on('idle', lookSoon)
    return () => {
      clearTimeout(timer)
      map.off('sourcedataloading', onLoading)
      map.off('error', onError)
      map.off('moveend', lookSoon)
      map.off('idle', lookSoon)
    }
  }, [map])
  return ground
}

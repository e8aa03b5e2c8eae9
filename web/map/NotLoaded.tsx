import { useQueryClient } from '@tanstack/react-query'
import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tileCorner } from '#contract/geodesy/geo.ts'
import classes from './ChartMap.module.css'
import { useMapLook } from './mapLook.ts'
import { FLOORS } from './mapStyle.ts'
import { createMissingTiles, type DrawnTile, type MissingTiles } from './missingTiles.ts'
import { mapColours } from './palette.ts'
import { useOverlay, useStage } from './stageContext.ts'

const HATCH = 'not-loaded'
/** Sources that cover the map; others lie over them. */
const GROUNDS = ['world', 'picture']
/** Time between two looks at the tiles while some are on their way, ms. */
const LOOK_MS = 500
const HATCH_PX = 16

interface Props {
  /** True without an answer about the base map. */
  isUnknown: boolean
  /** True while the first answer is awaited. */
  isAsked: boolean
}

/** Hatches what is not loaded, so that it does not look like open sea, and offers to load it again. */
export function NotLoaded({ isUnknown, isAsked }: Props) {
  const { map } = useStage()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const tiles = useMissing(map)
  const shape = JSON.stringify(isUnknown ? [WHOLE] : tiles.map(ringOf))
  const { map: ink } = mapColours(useMapLook())
  useOverlay(
    (map) => {
      map.addImage(HATCH, hatch(ink.ink2), { pixelRatio: 2 })
      const coordinates = (JSON.parse(shape) as Ring[]).map((ring) => [ring])
      map.addSource(HATCH, { type: 'geojson', data: { type: 'MultiPolygon', coordinates } })
      const paint = { 'fill-pattern': HATCH, 'fill-opacity': 0.5 }
      map.addLayer({ id: HATCH, type: 'fill', source: HATCH, paint }, FLOORS.graticule)
      return () => {
        map.removeLayer(HATCH)
        map.removeSource(HATCH)
        map.removeImage(HATCH)
      }
    },
    [ink, shape],
  )
  if (isAsked || (!isUnknown && tiles.length === 0)) return null
  const again = () => {
    if (isUnknown) void queries.refetchQueries({ queryKey: ['basemap'] })
    // Named tiles alone are asked again after a failure.
    const failed = tiles.map(({ tileID }) => tileID.canonical)
    for (const source of GROUNDS) if (map.getSource(source)) map.refreshTiles(source, failed)
  }
  return (
    <div className={classes.notLoaded} role="status">
      {t('map.notLoaded')}
      <button type="button" onClick={again}>
        {t('common.tryAgain')}
      </button>
    </div>
  )
}

/** Tiles of the view that are not drawn, as the map moves and loads. */
function useMissing(map: MapLibreMap): DrawnTile[] {
  const [missing, setMissing] = useState<DrawnTile[]>([])
  useEffect(() => {
    const sources = new Map<string, MissingTiles>(GROUNDS.map((id) => [id, createMissingTiles()]))
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const found = [...sources].flatMap(([id, tiles]) =>
        map.getSource(id) ? tiles.missing(Date.now()) : [],
      )
      setMissing((before) =>
        before.length === found.length && found.every((tile, i) => tile === before[i]) ? before : found,
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
  return missing
}

type Ring = [longitudeDeg: number, latitudeDeg: number][]
const WHOLE: Ring = [
  [-540, -85],
  [540, -85],
  [540, 85],
  [-540, 85],
  [-540, -85],
]

function ringOf({ tileID: { wrap, canonical } }: DrawnTile): Ring {
  const corner = (right: number, down: number): Ring[number] => {
    const at = tileCorner(canonical.x + right, canonical.y + down, canonical.z)
    return [at.longitudeDeg + 360 * wrap, at.latitudeDeg]
  }
  return [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)]
}

/** Oblique lines that continue from one piece of the pattern to the next. */
function hatch(colour: string): ImageData {
  const size = 2 * HATCH_PX
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) return new ImageData(size, size)
  context.strokeStyle = colour
  context.lineWidth = 2
  for (const off of [-size, 0, size]) {
    context.moveTo(off - 2, size + 2)
    context.lineTo(off + size + 2, -2)
  }
  context.stroke()
  return context.getImageData(0, 0, size, size)
}

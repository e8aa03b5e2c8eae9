import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tileCorner } from '#contract/geodesy/geo.ts'
import classes from './ChartMap.module.css'
import { useMapLook } from './mapLook.ts'
import { FLOORS } from './mapStyle.ts'
import type { DrawnTile } from './missingTiles.ts'
import { mapColours } from './palette.ts'
import { useOverlay, useStage } from './stageContext.ts'
import { GROUNDS } from './useGroundTiles.ts'

const HATCH = 'not-loaded'
const HATCH_PX = 16

interface Props {
  /** True without an answer about the base map. */
  isUnknown: boolean
  /** True while the first answer is awaited. */
  isAsked: boolean
  /** Tiles of the view that are not drawn. */
  tiles: readonly DrawnTile[]
}

/** Hatches what is not loaded, so that it does not look like open sea, and offers to load it again. */
export function NotLoaded({ isUnknown, isAsked, tiles }: Props) {
  const { map } = useStage()
  const { t } = useTranslation()
  const queries = useQueryClient()
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

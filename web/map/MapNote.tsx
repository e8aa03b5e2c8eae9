import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/geodesy/position.ts'
import type { BasemapIndex } from '#contract/wire/basemap.ts'
import type { Chart } from '#contract/wire/chart.ts'
import classes from './ChartMap.module.css'
import { coastResolution } from './coastResolution.ts'
import { isInBounds } from './isInBounds.ts'
import { isSatellite, useMapLook } from './mapLook.ts'
import { unwrappedPosition } from './mapPosition.ts'
import { isHarbourMap } from './mapStyle.ts'
import { useStage } from './stageContext.ts'

export const isCoastApproximate = (
  zoom: number,
  basemap: BasemapIndex | undefined,
  isDetailed = false,
): boolean => {
  if (!basemap?.vector || basemap.detail || isDetailed) return false
  return zoom >= coastResolution(basemap.vector).fromZoom
}

/** Zooms past the deepest tiles of a picture at which nothing but its average colour is left. */
const ENLARGED_ZOOMS = 4

/** True where the satellite look has no picture: the source has none, or none as fine as this zoom. */
export const isWithoutPicture = (zoom: number, { satellite }: Pick<BasemapIndex, 'satellite'>): boolean =>
  !satellite || zoom >= satellite.maxzoom + ENLARGED_ZOOMS

/** True when a place lies in an area with harbour detail. */
const isInDetail = (basemap: BasemapIndex | undefined, charts: readonly Chart[], place: Position): boolean =>
  [...charts.filter(isHarbourMap).map(({ bounds }) => bounds), ...(basemap?.areas?.bounds ?? [])].some(
    (bounds) => isInBounds(bounds ?? [0, 0, 0, 0], place),
  )

interface Props {
  basemap: BasemapIndex | undefined
  charts: readonly Chart[]
  /** True when the source of the satellite picture has no tile for a part of the view. */
  lacksTile: boolean
}

/** Note about what the map lacks here: an exact coast, or the satellite picture. */
export function MapNote({ basemap, charts, lacksTile }: Props) {
  const { map } = useStage()
  const { t } = useTranslation()
  const look = useMapLook()
  const [{ zoom, centre }, setView] = useState(() => viewOf(map))
  useEffect(() => {
    const read = () => setView(viewOf(map))
    map.on('moveend', read)
    return () => {
      map.off('moveend', read)
    }
  }, [map])
  const hasNoPicture = basemap && isSatellite(look) && (lacksTile || isWithoutPicture(zoom, basemap))
  const words = [
    hasNoPicture && t('map.noPicture'),
    isCoastApproximate(zoom, basemap, isInDetail(basemap, charts, centre)) && t('map.coastApproximate'),
  ].filter(Boolean)
  return words.length > 0 && <div className={classes.note}>{words.join(' · ')}</div>
}

const viewOf = (map: MapLibreMap) => ({ zoom: map.getZoom(), centre: unwrappedPosition(map.getCenter()) })

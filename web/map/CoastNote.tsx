import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/geodesy/position.ts'
import type { BasemapIndex } from '#contract/wire/basemap.ts'
import type { Chart } from '#contract/wire/chart.ts'
import classes from './ChartMap.module.css'
import { unwrappedPosition } from './mapPosition.ts'
import { isHarbourMap } from './mapStyle.ts'
import { useStage } from './stageContext.ts'

/**
 * Zooms from which simplification shows: 500 m between points of the built-in coast, or 130 m of its shores in zoom
 * 9.
 */
const SIMPLE_ZOOM = { fine: 12, shores: 14 }
const SHORES_ZOOM = 9

export const isCoastSimplified = (
  zoom: number,
  basemap: BasemapIndex | undefined,
  isDetailed = false,
): boolean => {
  if (!basemap?.vector || basemap.detail || isDetailed) return false
  return zoom >= SIMPLE_ZOOM[basemap.vector.maxzoom >= SHORES_ZOOM ? 'shores' : 'fine']
}

/** True when a place lies in an area with harbour detail. */
const isInDetail = (
  basemap: BasemapIndex | undefined,
  charts: readonly Chart[],
  { latitudeDeg, longitudeDeg }: Position,
): boolean =>
  [...charts.filter(isHarbourMap).map(({ bounds }) => bounds), ...(basemap?.areas?.bounds ?? [])].some(
    (bounds) => {
      const [west, south, east, north] = bounds ?? [0, 0, 0, 0]
      const isBetween = [longitudeDeg, longitudeDeg + 360].some((deg) => deg >= west && deg <= east)
      return latitudeDeg >= south && latitudeDeg <= north && isBetween
    },
  )

/** Note that the drawn coast is inexact, shown when the user zooms in far enough to be misled. */
export function CoastNote({
  basemap,
  charts,
}: {
  basemap: BasemapIndex | undefined
  charts: readonly Chart[]
}) {
  const { map } = useStage()
  const { t } = useTranslation()
  const [{ zoom, centre }, setView] = useState(() => viewOf(map))
  useEffect(() => {
    const read = () => setView(viewOf(map))
    map.on('moveend', read)
    return () => {
      map.off('moveend', read)
    }
  }, [map])
  if (!isCoastSimplified(zoom, basemap, isInDetail(basemap, charts, centre))) return null
  return <div className={classes.coastNote}>{t('map.coastSimplified')}</div>
}

const viewOf = (map: MapLibreMap) => ({ zoom: map.getZoom(), centre: unwrappedPosition(map.getCenter()) })

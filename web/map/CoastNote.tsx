import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BasemapIndex } from '#contract/basemap.ts'
import classes from './ChartMap.module.css'
import { useStage } from './stageContext.ts'

/** From here on the built-in world's 500 m between two points of a coast show. */
const SIMPLE_ZOOM = 12

export const isCoastSimplified = (zoom: number, basemap: BasemapIndex | undefined): boolean =>
  zoom >= SIMPLE_ZOOM && basemap?.vector != null && basemap.detail === null

/** Says that the coast is not where it is drawn, once somebody looks so closely that it matters. */
export function CoastNote({ basemap }: { basemap: BasemapIndex | undefined }) {
  const { map } = useStage()
  const { t } = useTranslation()
  const [zoom, setZoom] = useState(() => map.getZoom())
  useEffect(() => {
    const read = () => setZoom(map.getZoom())
    map.on('zoomend', read)
    return () => {
      map.off('zoomend', read)
    }
  }, [map])
  if (!isCoastSimplified(zoom, basemap)) return null
  return <div className={classes.coastNote}>{t('map.coastSimplified')}</div>
}

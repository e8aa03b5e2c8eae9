import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeatmapData } from '#contract/wire/heatmap.ts'
import { heatmapQuery } from '../api/heatmap.ts'
import type { Ramp } from '../map/colourRamp.ts'
import { isNight, useMapLook } from '../map/mapLook.ts'
import { FLOORS } from '../map/mapStyle.ts'
import { useOverlay } from '../map/stageContext.ts'
import { setPreference, usePreference } from '../preferences/preferences.ts'
import { usePreparing } from '../preparing/usePreparing.ts'
import { dayRange } from '../tables/listQuery.ts'
import { usePhone } from '../ui/usePhone.ts'
import { HeatLegend } from './HeatLegend.tsx'
import classes from './Heatmap.module.css'
import { heatDays } from './heatDays.ts'
import { heatGradients, nightGradient } from './heatGradients.ts'
import { createHeatLayer, HEAT_LAYER } from './heatLayer.ts'

/** Heatmap of the fleet with its legend. */
export function ShownHeatmap() {
  const { t } = useTranslation()
  const layer = usePreference('heatmap-layer')
  const days = heatDays(usePreference('heatmap-days'), new Date())
  const preferred = heatGradients[usePreference('heatmap-gradient')]
  const ramp = isNight(useMapLook()) ? nightGradient : preferred
  const phone = usePhone()
  const { data, isError, isFetching } = useQuery(heatmapQuery(layer, dayRange(days)))
  useEffect(() => {
    if (isError) setPreference('heatmap', false)
  }, [isError])
  const preparing = usePreparing(days)

  return (
    <section className={classes.legend} aria-label={t('heatmap.title')} aria-busy={isFetching}>
      <HeatLegend layer={layer} days={days} ramp={ramp} data={data} preparing={preparing} folds={phone} />
      {data && <Heat points={data.points} ramp={ramp} />}
    </section>
  )
}

function Heat({ points, ramp }: { points: HeatmapData['data']['points']; ramp: Ramp }) {
  useOverlay(
    (map) => {
      map.addLayer(createHeatLayer(points, ramp), FLOORS.heat)
      return () => map.removeLayer(HEAT_LAYER)
    },
    [points, ramp],
  )
  return null
}

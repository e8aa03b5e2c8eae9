import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { parseField, SERIES, type SeriesKey, seriesLabel } from '#contract/series.ts'
import { useUser } from '../api/user.ts'
import type { Translate } from '../i18n/i18n.ts'

/** What a field is called, never two of them alike: `Engine speed 2`, `Impact sensor 1`. */
export function useSeriesName(): (field: string) => string {
  const { t } = useTranslation()
  const hasComfortSpeed = useUser().company.settings.has_comfort_speed
  return useCallback(
    (field) => {
      const parsed = parseField(field)
      if (!parsed) return field
      return instanceName(seriesLabel(parsed.key, hasComfortSpeed), parsed, t)
    },
    [hasComfortSpeed, t],
  )
}

/** A series' name with the number of the engine, the battery or the motion sensor that it is of. */
export function instanceName(
  name: string,
  { key, instance }: { key: SeriesKey; instance: number },
  t: Translate,
) {
  if (instance === 0) return name
  return SERIES[key].group === 'Sensors'
    ? t('chart.ofSensor', { name, number: instance })
    : `${name} ${instance}`
}

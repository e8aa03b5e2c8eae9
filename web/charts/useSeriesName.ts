import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { numberShown, parseField, SERIES, type SeriesKey } from '#contract/series.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useSpeedWords } from '../ui/useSpeedWords.ts'

/** What a field is called, never two of them alike: `Engine speed 2`, `Impact sensor 1`. */
export function useSeriesName(): (field: string) => string {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  return useCallback(
    (field) => {
      const parsed = parseField(field)
      if (!parsed) return field
      const { key } = parsed
      return instanceName(key === 'rog' ? speedWord('speed') : t(`series.${key}`), parsed, t)
    },
    [speedWord, t],
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
    : `${name} ${numberShown(key, instance)}`
}

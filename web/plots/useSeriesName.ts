import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { numberShown, parseField, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { currentLanguage, type Translate } from '#web/i18n/i18n.ts'
import { useSpeedWords } from '#web/ui/useSpeedWords.ts'

/**
 * Name of a field, unique among the fields of a boat: `Engine speed 2`, `Impact sensor 1`. Where the boat's own system
 * names the battery: `Battery voltage house`.
 */
export function useSeriesName(): (field: string, ofInstance?: string) => string {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  return useCallback(
    (field, ofInstance) => {
      const parsed = parseField(field)
      if (!parsed) return field
      const { key } = parsed
      const name = key === 'rog' ? speedWord('speed') : SERIES[key].labels[currentLanguage()]
      return instanceName(name, parsed, t, ofInstance)
    },
    [speedWord, t],
  )
}

/** Name of a series with the name or number of its engine, battery or motion sensor. */
export function instanceName(
  name: string,
  { key, instance }: { key: SeriesKey; instance: number },
  t: Translate,
  ofInstance?: string,
) {
  if (ofInstance !== undefined) return `${name} ${ofInstance}`
  if (instance === 0) return name
  return SERIES[key].group === 'Sensors'
    ? t('chart.ofSensor', { name, number: instance })
    : `${name} ${numberShown(key, instance)}`
}

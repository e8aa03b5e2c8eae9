import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { buildPanes, inShownUnits, type Pane, readPoints } from '../../../plots/pane.ts'
import { withDirections } from '../../../plots/paneDirections.ts'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { AlongTrip } from '../AlongTrip.tsx'
import { WEATHER_KINDS, WEATHER_STEP_S } from './weatherKinds.ts'

interface Props {
  trip: Trip
  entries: readonly TimeSeriesEntry[]
}

/** Least height of a pane's scale, from zero, so that a light wind does not look like a gale. */
const REACH = { 'm/s': 1, m: 0.5, s: 5, km: 10 }

/** Pane for each kind of weather with data, with arrows for directions. */
export function WeatherAlong({ trip, entries }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const overTime = useMemo(() => {
    const panes = WEATHER_KINDS.flatMap(({ id, unit, slot, lines, direction }): Pane[] => {
      const withData = lines.filter(({ field }) => readPoints(entries, { field, factor: 1 }, 'avg').size > 0)
      const kind = id === 'airTemperature' ? t('map.airTemperature') : t(`weather.${id}`)
      const chosen = withData.map(({ field, word, forecast }, index) => ({
        field,
        label: word ? t(`weather.${word}`) : forecast && withData.length > 1 ? t('weather.forecast') : kind,
        unit,
        factor: 1,
        slot: word === 'swell' ? 3 : slot,
        dash: index > 0 && !word ? [4, 3] : [],
        area: false,
        shows: 'avg' as const,
      }))
      const [pane] = buildPanes(entries, inShownUnits(chosen, formats), WEATHER_STEP_S * 1000)
      if (!pane) return []
      if (!direction) return [pane]
      const { field, convention } = direction
      const read = readPoints(entries, { field, factor: 1 }, 'avg')
      return [withDirections(pane, read, { label: t(`weather.${convention}Label`), convention })]
    })
    return { step: WEATHER_STEP_S * 1000, panes }
  }, [entries, t, formats])
  const title = t('weather.along')
  return (
    <AlongTrip
      title={title}
      note={
        <>
          {trip.weather_source && `${t('weather.source', { source: trip.weather_source })} · `}
          {t('weather.everyMinute')}
        </>
      }
      aside={<HelpHint about={title} section="weather" />}
      trip={trip}
      overTime={overTime}
      suggestedMax={REACH}
    />
  )
}

import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseField } from '#contract/domain/series.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { seriesQuery, tripSeriesQuery } from '../../../api/telemetry.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { chosenSeries, requestFields } from '../../../plots/chosenSeries.ts'
import { buildPanes, type ChosenSeries, inShownUnits, type Pane } from '../../../plots/pane.ts'
import { smoothEntries } from '../../../plots/smoothEntries.ts'
import { useSeriesName } from '../../../plots/useSeriesName.ts'
import { useSlots } from '../../../plots/useSlots.ts'
import type { Detail } from './detail.ts'
import type { ChartForm, StudioPlot } from './studio.ts'

/**
 * Panes of a plot. Each series has a request of its own, so that a failed or empty one does not affect the others.
 * While details load, the data of the whole trip stay visible.
 */
export function useStudioSeries(trip: Trip, chart: StudioPlot, whole: Detail, detail: Detail | null) {
  const { fields, form, smoothing } = chart
  const chosen = useChosen(trip, fields, form)
  const ofWhole = useEntries(trip, chosen, whole, trip.live)
  const ofDetail = useEntries(trip, detail ? chosen : NONE, detail ?? whole, false)
  const isFine = detail !== null && ofDetail.isComplete
  const { stepMs } = isFine ? detail : whole
  const { entries } = isFine ? ofDetail : ofWhole
  const panes = useMemo((): Pane[] => {
    const lines = smoothing === null ? entries : smoothEntries(entries, smoothing, stepMs)
    return buildPanes(lines, chosen, stepMs)
  }, [entries, chosen, stepMs, smoothing])
  return { panes, stepMs, isPending: ofWhole.isPending, empty: ofWhole.empty, failed: ofWhole.failed }
}

const NONE: readonly ChosenSeries[] = []

function useEntries(trip: Trip, chosen: readonly ChosenSeries[], asked: Detail, live: boolean) {
  const { fromMs, toMs, stepMs } = asked
  return useQueries({
    queries: chosen.map((series) => ({
      ...seriesQuery(
        {
          filters: {
            trip_id: trip.id,
            start_time: new Date(fromMs).toISOString(),
            // A trip under way is requested without an end.
            ...(live ? {} : { end_time: new Date(toMs).toISOString() }),
          },
          fields: requestFields([series]),
          resolution: { value: stepMs / 1000, type: 'seconds' as const },
        },
        live,
      ),
    })),
    combine: (results) => {
      const isEmpty = (entries: TimeSeriesEntry[] | undefined) =>
        entries?.every(({ series }) => series.length === 0) ?? false
      const fieldsWhere = (test: (result: (typeof results)[number]) => boolean) =>
        chosen.flatMap(({ field }, index) => {
          const result = results[index]
          return result && test(result) ? [field] : []
        })
      return {
        entries: results.flatMap(({ data }) => data ?? []),
        isComplete: results.every(({ data, isPlaceholderData }) => data && !isPlaceholderData),
        isPending: results.some((result) => result.isPending),
        empty: fieldsWhere(({ data, isPlaceholderData }) => !isPlaceholderData && isEmpty(data)),
        failed: fieldsWhere(({ data, isError }) => isError && !data),
      }
    },
  })
}

function useChosen(trip: Trip, fields: readonly string[], form: ChartForm) {
  const isSogDerived = trip.stats.sog_derived
  const names = useQuery(tripSeriesQuery(trip.id)).data?.names
  const { t } = useTranslation()
  const formats = useFormats()
  const nameOf = useSeriesName()
  const slots = useSlots(fields)
  return useMemo(() => {
    const labelOf = (field: string) =>
      field === 'sog' && isSogDerived
        ? t('chart.derived', { name: nameOf(field) })
        : nameOf(field, names?.[field])
    return inShownUnits(chosenSeries(fields, labelOf, slots), formats).map((series): ChosenSeries => {
      if (parseField(series.field)?.key === 'transmission_gear')
        return { ...series, states: GEARS.map((gear) => t(`impacts.event.gear.${gear}`)) }
      return series.states ? series : { ...series, ...FORMS[form] }
    })
  }, [fields, form, nameOf, names, slots, t, formats, isSogDerived])
}

const GEARS = [0, 1, 2, 3] as const

const FORMS: Readonly<Record<ChartForm, Partial<ChosenSeries>>> = {
  usual: {},
  line: { area: false },
  area: { area: true },
  points: { area: false, form: 'points' },
  bars: { area: false, form: 'bars' },
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Chart } from '#contract/wire/chart.ts'
import { chartsQuery } from '../../api/charts.ts'
import { usePreference } from '../../preferences/preferences.ts'
import { visit } from '../../session/visit.ts'
import { readChoices } from './chartChoices.ts'

export interface ShownChart extends Chart {
  opacity: number
}

/** Charts that the user has turned on, the lowest first. Visitors of a shared trip have none. */
export function useShownCharts(): readonly ShownChart[] {
  const stored = usePreference('charts')
  const { data } = useQuery({ ...chartsQuery, enabled: stored !== '' && visit.token() === null })
  return useMemo(
    () =>
      readChoices(stored)
        .flatMap(({ id, opacity }) => {
          const chart = data?.find((chart) => chart.id === id)
          return chart && !chart.is_stopped ? [{ ...chart, opacity }] : []
        })
        .reverse(),
    [stored, data],
  )
}

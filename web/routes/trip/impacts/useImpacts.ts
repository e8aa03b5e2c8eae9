import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { impactReportQuery } from '../../../api/impacts.ts'
import type { ImpactSearch } from '../../../searchParameters.ts'
import { useTrip } from '../openTrip.ts'
import { isInRange, rangeOf } from './impactRange.ts'
import { orderImpacts } from './orderImpacts.ts'

/** Impacts of the open trip, and those that match the address, in its order. */
export function useImpacts() {
  const trip = useTrip()
  // Not strict, because the console's page and a shared page have the same parameters.
  const search: ImpactSearch = useSearch({ strict: false })
  const report = useQuery(impactReportQuery(trip.id))
  const { min, max } = rangeOf(search)
  const events = report.data?.impact_events
  const shown = useMemo(() => {
    const chosen = events?.filter(({ peak_impact }) => isInRange(peak_impact, { min, max })) ?? []
    return orderImpacts(chosen, search.order)
  }, [events, min, max, search.order])
  return { trip, search, report, range: { min, max }, shown }
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { impactReportQuery } from '../../../api/impacts.ts'
import type { ImpactSearch } from '../../../searchParameters.ts'
import { useTrip } from '../openTrip.ts'
import { isInRange, rangeOf } from './impactRange.ts'
import { orderImpacts } from './orderImpacts.ts'

/** The impacts of the trip that is open, and of these, in order, those that the address asks for. */
export function useImpacts() {
  const trip = useTrip()
  // The same of the console's page and of one that was opened by a link.
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

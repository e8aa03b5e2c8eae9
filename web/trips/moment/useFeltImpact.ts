import { useQuery } from '@tanstack/react-query'
import type { Alert } from '#contract/wire/alert.ts'
import { isOfImpact, strongestImpact } from './strongestImpact.ts'

/** Sensor and exact time of the impact behind an alert on a trip; undefined until known and for other alerts. */
export function useFeltImpact(alert: Alert | undefined, tripId: string | null) {
  const { data } = useQuery({
    queryKey: ['strongest-impact', tripId, alert?.trigger_time],
    queryFn: async () => (await strongestImpact(tripId ?? '', Date.parse(alert?.trigger_time ?? ''))) ?? null,
    enabled: tripId !== null && alert !== undefined && isOfImpact(alert),
  })
  return data ?? undefined
}

import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { ImpactSearch } from '../../../searchParameters.ts'
import { strongestSensor } from '../../../trips/moment/tripEvents.ts'

/** Routes of the impact list and of each impact of the open trip: in the console or behind a share link. */
export function useImpactPlace(tripId: string) {
  const { token } = useParams({ strict: false })
  return useMemo(
    () =>
      token === undefined
        ? {
            list: { to: '/trips/$tripId/impacts', params: { tripId } } as const,
            of: (event: ImpactEvent) => ({
              to: '/trips/$tripId/impacts/$eventTime' as const,
              params: { tripId, eventTime: event.peak_impact_time },
              // The impact becomes the moment of the trip.
              search: (now: ImpactSearch): ImpactSearch => ({
                ...now,
                t: Date.parse(event.peak_impact_time),
                sensor: strongestSensor(event),
              }),
            }),
          }
        : {
            list: { to: '/shared/$token/impacts', params: { token } } as const,
            of: ({ peak_impact_time: eventTime }: ImpactEvent) => ({
              to: '/shared/$token/impacts/$eventTime' as const,
              params: { token, eventTime },
              search: (now: ImpactSearch) => now,
            }),
          },
    [token, tripId],
  )
}

import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ImpactSearch } from '../../../searchParameters.ts'

/** Routes of the impact list and of each impact of the open trip: in the console or behind a share link. */
export function useImpactPlace(tripId: string) {
  const { token } = useParams({ strict: false })
  return useMemo(
    () =>
      token === undefined
        ? {
            list: { to: '/trips/$tripId/impacts', params: { tripId } } as const,
            of: (eventTime: string) => ({
              ...({ to: '/trips/$tripId/impacts/$eventTime', params: { tripId, eventTime } } as const),
              // The time of the impact becomes the moment of the trip.
              search: (now: ImpactSearch): ImpactSearch => ({
                ...now,
                t: Date.parse(eventTime),
                sensor: undefined,
              }),
            }),
          }
        : {
            list: { to: '/shared/$token/impacts', params: { token } } as const,
            of: (eventTime: string) => ({
              ...({ to: '/shared/$token/impacts/$eventTime', params: { token, eventTime } } as const),
              search: (now: ImpactSearch) => now,
            }),
          },
    [token, tripId],
  )
}

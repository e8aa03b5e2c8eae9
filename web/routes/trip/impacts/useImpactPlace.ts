import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'

/** Where the impacts of the open trip are listed and where each of them opens: in the console, or behind a link. */
export function useImpactPlace(tripId: string) {
  const { token } = useParams({ strict: false })
  return useMemo(
    () =>
      token === undefined
        ? {
            list: { to: '/trips/$tripId/impacts', params: { tripId } } as const,
            of: (eventTime: string) =>
              ({ to: '/trips/$tripId/impacts/$eventTime', params: { tripId, eventTime } }) as const,
          }
        : {
            list: { to: '/shared/$token/impacts', params: { token } } as const,
            of: (eventTime: string) =>
              ({ to: '/shared/$token/impacts/$eventTime', params: { token, eventTime } }) as const,
          },
    [token, tripId],
  )
}

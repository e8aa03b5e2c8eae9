import { queryOptions } from '@tanstack/react-query'
import { acknowledgeAlert as acknowledge } from '#contract/wire/alert.ts'
import { getHelm, listTripHelm, takeHelm as take } from '#contract/wire/helm.ts'
import { call } from './call.ts'

/** State of the helm, read again when its topic has news, and never by a timer. */
export const helmQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['helm', vesselId],
    queryFn: ({ signal }) => call(getHelm, { params: { id: vesselId }, signal }),
  })

/** Captains at the helm during a trip. */
export const tripHelmQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trips', 'helm', tripId],
    queryFn: async ({ signal }) => (await call(listTripHelm, { params: { id: tripId }, signal })).data,
  })

export const takeHelm = (vesselId: string, captainId: string | null) =>
  call(take, { params: { id: vesselId }, body: { captain_id: captainId } })

export const acknowledgeAlert = (id: string) => call(acknowledge, { params: { id } })

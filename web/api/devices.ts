import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  createVesselDevice,
  getDevice,
  getDeviceRejections,
  getGateway,
  listDevices,
  listPairings,
  pairDevice,
  renewDeviceSecret,
  revokeDevice,
  transferDevice,
  unpairDevice,
} from '#contract/wire/device.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { vesselQuery } from './vessels.ts'

/** Polling interval while a user waits for the first message of a newly connected vessel. */
const WATCH_MS = 2000
/** Polling interval of the list of devices. */
const LIST_MS = 10_000

export const deviceListQuery = (list: ListAsked<typeof listDevices>) =>
  queryOptions({
    queryKey: ['devices', 'list', list],
    queryFn: ({ signal }) => call(listDevices, { list, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
    meta: { errorMessage: 'error.devices' },
  })
export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'one', id],
    queryFn: ({ signal }) => call(getDevice, { params: { id }, signal }),
    refetchInterval: WATCH_MS,
  })
export const deviceRejectionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'rejected', id],
    queryFn: ({ signal }) => call(getDeviceRejections, { params: { id }, signal }),
    refetchInterval: WATCH_MS,
  })
export const pairingsQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['vessels', 'pairings', vesselId],
    queryFn: ({ signal }) => call(listPairings, { params: { id: vesselId }, signal }),
  })
export const gatewayQuery = queryOptions({
  queryKey: ['gateway'],
  queryFn: ({ signal }) => call(getGateway, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const pairByCode = (vesselId: string, body: BodyOf<typeof pairDevice>) =>
  call(pairDevice, { params: { id: vesselId }, body })
export const unpair = (vesselId: string) => call(unpairDevice, { params: { id: vesselId } })
export const makeDevice = (vesselId: string, body: BodyOf<typeof createVesselDevice>) =>
  call(createVesselDevice, { params: { id: vesselId }, body })
export const renewSecret = (id: string) => call(renewDeviceSecret, { params: { id } })
export const revoke = (id: string) => call(revokeDevice, { params: { id } })

/** Throws when the source vessel has no device. */
export async function transfer({
  from,
  to,
  ...confirmation
}: { from: string; to: string } & BodyOf<typeof transferDevice>) {
  const { device } = await queryClient.fetchQuery({ ...vesselQuery(from), staleTime: 0 })
  if (!device) throw new Problem('not_found', 'Could not find device')
  const params = { deviceId: device.id, fromVesselId: from, toVesselId: to }
  return call(transferDevice, { params, body: confirmation })
}

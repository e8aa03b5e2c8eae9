import { queryOptions } from '@tanstack/react-query'
import {
  type BridgeForm,
  createBridge as create,
  endBridge as end,
  listBridges,
} from '#contract/wire/bridge.ts'
import { call } from './call.ts'

/** Fetched again while the page is open, since refused messages arrive at any time. */
export const bridgesQuery = queryOptions({
  queryKey: ['bridges'],
  queryFn: async ({ signal }) => (await call(listBridges, { signal })).data,
  refetchInterval: 10_000,
  meta: { errorMessage: 'bridges.failed' },
})

export const createBridge = (body: BridgeForm) => call(create, { body })
export const endBridge = (id: string) => call(end, { params: { id } })

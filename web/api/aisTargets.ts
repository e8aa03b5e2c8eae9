import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAisTargets } from '#contract/wire/aisTarget.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { type CallInput, call } from './call.ts'

const REREAD_MS = 10_000
const reread = { staleTime: REREAD_MS, refetchInterval: REREAD_MS, placeholderData: keepPreviousData }

async function readTargets(input: CallInput<typeof listAisTargets>) {
  const { data, ...answer } = await call(listAisTargets, input)
  return { ...answer, data: data.map(positionFromWire) }
}

/** Ships around the fleet, read again at intervals. */
export const aisTargetsQuery = queryOptions({
  queryKey: ['ais-targets'],
  queryFn: ({ signal }) => readTargets({ query: {}, signal }),
  ...reread,
})

/** Distress beacons among the received targets, for maps that show no ships. */
export const beaconsQuery = queryOptions({
  queryKey: ['ais-targets', 'beacons'],
  queryFn: ({ signal }) => readTargets({ query: { only: 'beacons' }, signal }),
  ...reread,
})

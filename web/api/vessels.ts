import { queryOptions } from '@tanstack/react-query'
import { getVessel } from '#contract/vessel.ts'
import { call } from './call.ts'

export const vesselQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessels', 'one', id],
    queryFn: ({ signal }) => call(getVessel, { params: { id }, signal }),
  })

import { queryOptions } from '@tanstack/react-query'
import { chooseVesselSource, listVesselSources } from '#contract/wire/vesselSource.ts'
import { call } from './call.ts'

/** Sources received on a vessel, with the fields that each reports. */
export const vesselSourcesQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel-sources', id],
    queryFn: async ({ signal }) => (await call(listVesselSources, { params: { id }, signal })).data,
  })

export const chooseSource = ({ id, ...body }: { id: string; field: string; source: number | null }) =>
  call(chooseVesselSource, { params: { id }, body })

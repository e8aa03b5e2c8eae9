import { queryOptions } from '@tanstack/react-query'
import {
  type Area,
  type AreaWanted,
  findPlaces as findPlacesEndpoint,
  keepArea as keepAreaEndpoint,
  listAreas,
  previewArea,
  removeArea as removeAreaEndpoint,
  resumeArea as resumeAreaEndpoint,
  stopArea as stopAreaEndpoint,
} from '#contract/wire/area.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { call } from './call.ts'

/** Polling interval while an area is being downloaded. */
const REREAD_MS = 1000
export const isGoing = ({ state }: Pick<Area, 'state'>) => state === 'running' || state === 'waiting'

export const areasQuery = queryOptions({
  queryKey: ['areas'],
  queryFn: ({ signal }) => call(listAreas, { signal }),
  select: ({ data }) => data,
  refetchInterval: ({ state }) => (state.data?.data.some(isGoing) ? REREAD_MS : false),
})

export const areaPreviewQuery = (wanted: Omit<AreaWanted, 'name'> | null) =>
  queryOptions({
    queryKey: ['area-preview', wanted],
    queryFn: ({ signal }) =>
      call(previewArea, { body: wanted ?? { bounds: [0, 0, 0, 0], maxzoom: 0 }, signal }),
    enabled: wanted !== null,
    // Space that another area took since changes the answer.
    staleTime: 0,
    retry: false,
  })

export const keepArea = (body: AreaWanted) => call(keepAreaEndpoint, { body })
export const stopArea = ({ id }: Area) => call(stopAreaEndpoint, { params: { id } })
export const resumeArea = ({ id }: Area) => call(resumeAreaEndpoint, { params: { id } })
export const removeArea = ({ id }: Area) => call(removeAreaEndpoint, { params: { id } })
export async function findPlaces(name: string) {
  const { data } = await call(findPlacesEndpoint, { query: { name } })
  return { data: data.map(positionFromWire) }
}

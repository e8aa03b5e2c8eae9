import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { createWallLink as create, endWallLink as end, listWallLinks } from '#contract/wire/wallLink.ts'
import { call } from './call.ts'

export const wallLinkListQuery = (list: ListAsked<typeof listWallLinks>) =>
  queryOptions({
    queryKey: ['wall-links', 'list', list],
    queryFn: ({ signal }) => call(listWallLinks, { list, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: 'wallLinks.listFailed' },
  })

export const createWallLink = (body: BodyOf<typeof create>) => call(create, { body, everyDepartment: true })
export const endWallLink = (id: string) => call(end, { params: { id } })

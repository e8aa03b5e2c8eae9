import { infiniteQueryOptions } from '@tanstack/react-query'
import { listCommentGroups, listComments } from '#contract/wire/comment.ts'
import { deleteImage, type ImageReference, uploadImages } from '#contract/wire/image.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { call } from './call.ts'

export type CommentFilter = NonNullable<ListAsked<typeof listCommentGroups>['filter']>[number]

const GROUPS = 20

/** Comments grouped by subject, sorted by the newest comment of each group. */
export const commentGroupsQuery = (filter: CommentFilter[]) =>
  infiniteQueryOptions({
    queryKey: ['comments', 'groups', filter],
    queryFn: ({ signal, pageParam: skip }) =>
      call(listCommentGroups, { list: { skip, limit: GROUPS, filter }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.length * GROUPS
      return read < total ? read : null
    },
    // A comment written between two page requests makes another group appear on both pages.
    select: ({ pages }) => [
      ...new Map(
        pages.flatMap(({ data }) => data.map((group) => [group.trip?.id ?? group.vessel.id, group] as const)),
      ).values(),
    ],
    staleTime: 0,
    meta: { errorMessage: 'error.comments' },
  })

const PAGE = 50

/** All comments on a vessel herself, newest first. */
export const vesselCommentsQuery = (vesselId: string, filter: CommentFilter[]) =>
  infiniteQueryOptions({
    queryKey: ['comments', 'vessel', vesselId, filter],
    queryFn: ({ signal, pageParam: skip }) =>
      call(listComments, {
        list: {
          skip,
          limit: PAGE,
          order: [{ field: 'created_at', direction: 'desc' }],
          filter: [
            ...filter.filter(({ field }) => field === 'created_at'),
            { field: 'vessel_id', operator: 'eq', value: vesselId },
            { field: 'entity', operator: 'eq', value: 'vessel' },
          ],
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.length * PAGE
      return read < total ? read : null
    },
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ data }) => data.map((comment) => [comment.id, comment] as const))).values(),
    ],
    staleTime: 0,
    meta: { errorMessage: 'error.comments' },
  })

/** Subject of a conversation: a trip, or the vessel when `tripId` is null. */
export interface CommentSubject {
  tripId: string | null
  vesselId: string
}

/** Comments on a trip or a vessel: the newest page first, within a page the oldest first. */
export const conversationQuery = ({ tripId, vesselId }: CommentSubject) => {
  const about =
    tripId === null
      ? { field: 'vessel_id' as const, value: vesselId }
      : { field: 'trip_id' as const, value: tripId }
  return infiniteQueryOptions({
    queryKey: ['comments', about.field, about.value],
    queryFn: ({ signal, pageParam: skip }) =>
      call(listComments, {
        list: {
          skip,
          limit: PAGE,
          order: [{ field: 'created_at', direction: 'desc' }],
          filter: [{ ...about, operator: 'eq' }],
        },
        signal,
        everyDepartment: true,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.length * PAGE
      return read < total ? read : null
    },
    select: ({ pages }) => ({
      comments: pages.flatMap(({ data }) => data).reverse(),
      total: pages[0]?.total ?? 0,
    }),
    staleTime: 0,
    meta: { errorMessage: 'error.comments' },
  })
}

export async function uploadImage(file: File, signal: AbortSignal): Promise<ImageReference> {
  const body = new FormData()
  body.append('files', file)
  const [image] = await call(uploadImages, { body, signal })
  if (!image) throw new Error('the image was not kept')
  return image
}

export const removeImage = (id: string) => call(deleteImage, { params: { id } })

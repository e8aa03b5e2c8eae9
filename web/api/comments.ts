import { infiniteQueryOptions } from '@tanstack/react-query'
import { listComments } from '#contract/comment.ts'
import { deleteImage, type ImageReference, uploadImages } from '#contract/image.ts'
import type { ListAsked } from '#contract/list.ts'
import { call } from './call.ts'

export type CommentFilter = NonNullable<ListAsked<typeof listComments>['filter']>[number]

const GATHERED = 100

/** Newest first, to be gathered by what they are about. */
export const gatheredCommentsQuery = (filter: CommentFilter[]) =>
  infiniteQueryOptions({
    queryKey: ['comments', 'gathered', filter],
    queryFn: ({ signal, pageParam: skip }) =>
      call(listComments, {
        list: { skip, limit: GATHERED, order: [{ field: 'created_at', direction: 'desc' }], filter },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.length * GATHERED
      return read < total ? read : null
    },
    // One that is written between two pages pushes another onto the next page once more.
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ data }) => data.map((comment) => [comment.id, comment] as const))).values(),
    ],
    staleTime: 0,
    meta: { errorMessage: 'error.comments' },
  })

/** What is talked about: a trip, or a vessel where there is none. */
export interface CommentSubject {
  tripId: string | null
  vesselId: string
}

const PAGE = 50

/** What was said of a trip or a vessel: the newest page first, in it the oldest first. */
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

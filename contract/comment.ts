import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { freeText } from './freeText.ts'
import { ImageReference } from './image.ts'

export const MAX_COMMENT_LENGTH = 5000
export const MAX_ATTACHMENTS = 20

export const COMMENT_ENTITIES = ['trip', 'vessel'] as const

/** What somebody said of a trip, or of a vessel where `trip_id` is null. */
export const Comment = z.object({
  id: z.uuid(),
  text: z.string(),
  created_at: z.iso.datetime(),
  /** Null once the author was deleted, and of a program. */
  user: z.object({ id: z.uuid(), name: z.string(), profile_picture_url: z.string().nullable() }).nullable(),
  /** The program that said it, by the name that its key had. */
  api_key: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  vessel_id: z.uuid(),
  trip_id: z.uuid().nullable(),
  image_references: z.array(ImageReference),
})
export type Comment = z.infer<typeof Comment>

export const listComments = endpoint({
  method: 'GET',
  path: '/api/comments',
  access: 'department:trip-comment-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['created_at'],
    usual: ['created_at', 'desc'],
    filters: {
      id: 'id',
      vessel_id: 'id',
      trip_id: 'id',
      /** What it is about: a trip, or the vessel herself. */
      entity: COMMENT_ENTITIES,
      user_id: 'id',
      created_at: 'time',
      department_id: 'department',
    },
  },
  output: page(Comment),
})

/** Of each group so many are told of; the others are a list of their own. */
export const GROUP_PREVIEW = 3

/** What was said of one trip or, without one, of a vessel herself. */
export const CommentGroup = z.object({
  vessel: z.object({ id: z.uuid(), name: z.string() }),
  /** Null where it was said of the vessel. */
  trip: z.object({ id: z.uuid(), start_time: z.iso.datetime() }).nullable(),
  /** How many there are in all. */
  count: z.int(),
  /** The newest three, newest first. */
  comments: z.array(Comment),
})
export type CommentGroup = z.infer<typeof CommentGroup>

/** Comments gathered by what they are about, in the order of the newest of each. */
export const listCommentGroups = endpoint({
  method: 'GET',
  path: '/api/comments/groups',
  access: 'department:trip-comment-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: [],
    usual: ['created_at', 'desc'],
    filters: {
      vessel_id: 'id',
      entity: COMMENT_ENTITIES,
      created_at: 'time',
      department_id: 'department',
    },
  },
  output: page(CommentGroup),
})

/** The author is whoever calls. A comment on a trip is on its vessel too, which need not be named. */
export const createComment = endpoint({
  method: 'POST',
  path: '/api/comments',
  access: 'vessel:comment-create',
  forKeys: true,
  body: z
    .object({
      trip_id: z.uuid().nullable().default(null),
      vessel_id: z.uuid().nullable().default(null),
      text: freeText().max(MAX_COMMENT_LENGTH, 'Maximum 5000 symbols'),
      /** Images that the caller uploaded and has not used yet. */
      image_ids: z
        .array(z.uuid())
        .max(MAX_ATTACHMENTS, 'You can only upload up to 20 attachments per comment.')
        .default([]),
    })
    .refine(({ text, image_ids }) => text !== '' || image_ids.length > 0, 'A comment has a text or an image.')
    .refine(
      ({ trip_id, vessel_id }) => trip_id !== null || vessel_id !== null,
      'A comment is about a trip or a vessel.',
    ),
  output: Comment,
})

/** Its images go with it. */
export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'vessel:comment-delete-own',
  forKeys: true,
  further: { 'vessel:comment-delete-any': 'A comment of somebody else' },
  params: byId,
  output: z.object({ ok: z.literal(true) }),
})

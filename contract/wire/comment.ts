import { z } from 'zod'
import { freeText } from '#contract/text/freeText.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { ImageReference } from './image.ts'

export const MAX_COMMENT_LENGTH = 5000
export const MAX_ATTACHMENTS = 20

export const COMMENT_ENTITIES = ['trip', 'vessel'] as const

/** Comment on a trip, or on a vessel when `trip_id` is null. */
export const Comment = z.object({
  id: z.uuid().describe('Identifier of the comment, a UUID.'),
  text: z.string().describe('Text of the comment, which can have several lines.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  user: z
    .object({
      id: z.uuid().describe('Identifier of the user, a UUID.'),
      name: z.string().describe('Name of the user.'),
      profile_picture_url: z
        .string()
        .nullable()
        .describe("Address of the user's picture; null without a picture."),
    })
    .nullable()
    .describe('Author of the comment; null for a program or a deleted user.'),
  api_key: z
    .object({
      id: z.uuid().describe('Identifier of the API key, a UUID.'),
      name: z.string().describe('Name that the API key had at that time.'),
    })
    .nullable()
    .describe('API key of the program that wrote the comment; null for a user.'),
  vessel_id: z.uuid().describe('Identifier of the vessel the comment is about, a UUID.'),
  trip_id: z
    .uuid()
    .nullable()
    .describe('Identifier of the trip the comment is about, a UUID; null for a comment on the vessel.'),
  image_references: z.array(ImageReference).describe('Images of the comment, at most 20.'),
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
      /** Subject of the comment: a trip, or the vessel herself. */
      entity: COMMENT_ENTITIES,
      user_id: 'id',
      created_at: 'time',
      department_id: 'department',
    },
  },
  output: page(Comment),
})

/** Maximum number of comments shown per group; a separate list gives the others. */
export const GROUP_PREVIEW = 3

/** Comments on one trip or, without one, on a vessel herself. */
export const CommentGroup = z.object({
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
    })
    .describe('Vessel that the comments are about.'),
  trip: z
    .object({
      id: z.uuid().describe('Identifier of the trip, a UUID.'),
      start_time: z.iso.datetime().describe('Start of the trip, ISO 8601 in UTC.'),
    })
    .nullable()
    .describe('Trip that the comments are about; null for comments on the vessel.'),
  count: z.int().describe('Number of all comments in the group.'),
  comments: z.array(Comment).describe('Newest comments of the group, at most three, newest first.'),
})
export type CommentGroup = z.infer<typeof CommentGroup>

/** Comments grouped by trip or vessel, in the order of the newest of each group. */
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

/** Adds a comment; the caller is its author. A comment on a trip is on its vessel too, which need not be named. */
export const createComment = endpoint({
  method: 'POST',
  path: '/api/comments',
  access: 'vessel:comment-create',
  forKeys: true,
  body: z
    .object({
      trip_id: z
        .uuid()
        .nullable()
        .default(null)
        .describe('Identifier of the trip to comment on, a UUID; null for a comment on the vessel.'),
      vessel_id: z
        .uuid()
        .nullable()
        .default(null)
        .describe('Identifier of the vessel to comment on, a UUID; not needed with `trip_id`.'),
      text: freeText()
        .max(MAX_COMMENT_LENGTH, 'Maximum 5000 symbols')
        .describe('Text of the comment, at most 5,000 characters; may be empty if there are images.'),
      image_ids: z
        .array(z.uuid())
        .max(MAX_ATTACHMENTS, 'You can only upload up to 20 attachments per comment.')
        .default([])
        .describe('Identifiers of uploaded images, UUIDs, at most 20.'),
    })
    .refine(({ text, image_ids }) => text !== '' || image_ids.length > 0, 'A comment has a text or an image.')
    .refine(
      ({ trip_id, vessel_id }) => trip_id !== null || vessel_id !== null,
      'A comment is about a trip or a vessel.',
    ),
  output: Comment,
})

/** Deletes a comment with its images. */
export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'vessel:comment-delete-own',
  forKeys: true,
  further: { 'vessel:comment-delete-any': 'A comment of somebody else' },
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

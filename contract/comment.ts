import { z } from 'zod'
import { endpoint, page } from './endpoint.ts'

export const ImageReference = z.object({
  id: z.uuid(),
  original_url: z.string(),
  file_name: z.string(),
  created_at: z.iso.datetime(),
})

/** What somebody said of a trip, or of a vessel where `trip_id` is null. */
export const Comment = z.object({
  id: z.uuid(),
  text: z.string(),
  created_at: z.iso.datetime(),
  /** Null once the author was deleted. */
  user: z.object({ id: z.uuid(), name: z.string(), profile_picture_url: z.string().nullable() }).nullable(),
  vessel_id: z.uuid(),
  trip_id: z.uuid().nullable(),
  image_references: z.array(ImageReference),
})
export type Comment = z.infer<typeof Comment>

/** Orders: created_at. Filters: id, vessel_id, trip_id, user_id, created_at, department_id. */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/comments',
  access: 'department:trip-comment-view',
  output: page(Comment),
})

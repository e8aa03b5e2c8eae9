import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'

/** A picture that a user uploaded to attach it to a comment. */
export const ImageReference = z.object({
  id: z.uuid().describe('Identifier of the image, a UUID.'),
  original_url: z.string().describe('Address of the image in full size.'),
  thumbnail_url: z.string().describe('Address of the image in small size.'),
  file_name: z.string().describe('Name of the uploaded image file.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
})
export type ImageReference = z.infer<typeof ImageReference>

export const MAX_IMAGE_BYTES = 10_485_760
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/**
 * A form with up to 20 files in its field `files`; answers the images in their order. An image without a
 * comment is removed after a day.
 */
export const uploadImages = endpoint({
  method: 'POST',
  path: '/api/images/upload',
  access: 'vessel:comment-create',
  problems: ['too_many'],
  body: z.object({}),
  output: z.array(ImageReference),
})

/** Removes an uploaded image of the caller that no comment uses. */
export const deleteImage = endpoint({
  method: 'DELETE',
  path: '/api/images/:id',
  access: 'vessel:comment-create',
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

export const IMAGE_SIZES = ['original', 'thumbnail'] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]
/** An image of a comment, or an unused one of the caller. */
export const getImageFile = endpoint({
  method: 'GET',
  path: '/api/images/:id/:size',
  access: 'signed-in',
  further: { 'department:trip-comment-view': 'An image of a comment' },
  params: z.object({
    id: z.uuid().describe('Identifier of the image in the path, a UUID.'),
    size: z.enum(IMAGE_SIZES).describe('Size of the image: original or thumbnail.'),
  }),
  file: ['image/jpeg'],
})

/**
 * Pictures by keys of 192 random bits, because an <img> sends no token. Only callers who may see the subject
 * receive its key.
 */
export const getPicture = endpoint({
  method: 'GET',
  path: '/api/pictures/:key',
  access: 'anyone',
  params: z.object({
    key: z
      .string()
      .regex(/^[\w-]{32}\.jpg$/)
      .describe('Key of the picture, 32 characters and `.jpg`.'),
  }),
  file: ['image/jpeg'],
})

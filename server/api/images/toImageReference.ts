import type { ImageReference } from '#contract/wire/image.ts'
import type { ImageRow } from '#server/records/images.ts'

export const toImageReference = ({ id, fileName, createdAt }: ImageRow): ImageReference => ({
  id,
  original_url: `/api/images/${id}/original`,
  thumbnail_url: `/api/images/${id}/thumbnail`,
  file_name: fileName,
  created_at: createdAt.toISOString(),
})

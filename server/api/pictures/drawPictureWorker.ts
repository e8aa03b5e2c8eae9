/** Draws an uploaded picture in a worker. */
import { Problem } from '#contract/wire/errors.ts'
import { loadSharp } from '#server/platform/loadSharp.ts'
import type { Job } from '#server/platform/workerPool.ts'
import { drawPicture } from './drawPicture.ts'

/** Size of a picture of a user or a boat. */
export interface PictureKind {
  width: number
  height: number
  /** The least that either side must measure. */
  leastPx: number
}

export interface PictureTask {
  bytes: Uint8Array
  /** `image` is a picture of a comment, in two sizes. */
  kind: PictureKind | 'image'
}

export type PictureResult =
  | { jpegs: Uint8Array[] }
  | { refused: { code: 'too_large' | 'invalid'; sentence: string } }

/** A screen with room to look closer. */
const MAX_SIDE_PX = 2560
/** Thumbnails are 200 by 200, and many screens have two pixels for one. */
const THUMBNAIL_PX = 400
const JPEG = { quality: 85 }

export const run: Job<PictureTask, PictureResult> = async ({ bytes, kind }) => {
  try {
    const original = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    return { jpegs: kind === 'image' ? await drawImage(original) : [await drawKind(original, kind)] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      refused: { code: error.code === 'too_large' ? 'too_large' : 'invalid', sentence: error.message },
    }
  }
}

const drawImage = (bytes: Buffer) =>
  drawPicture(bytes, async (picture) => {
    const within = { fit: 'inside', withoutEnlargement: true } as const
    const original = await picture.resize(MAX_SIDE_PX, MAX_SIDE_PX, within).jpeg(JPEG).toBuffer()
    const sharp = await loadSharp()
    const thumbnail = await sharp(original).resize(THUMBNAIL_PX, THUMBNAIL_PX).jpeg(JPEG).toBuffer()
    return [original, thumbnail]
  })

const drawKind = (bytes: Buffer, { leastPx, ...size }: PictureKind) =>
  drawPicture(bytes, async (picture, { width, height }) => {
    if (Math.min(width, height) < leastPx) {
      throw new Problem('invalid', `Picture must be at least ${leastPx} by ${leastPx} pixels`)
    }
    return picture
      .resize({ ...size, fit: 'cover' })
      .jpeg(JPEG)
      .toBuffer()
  })

import { Problem } from '#contract/wire/errors.ts'
import { type JobModule, refuseStopped, type WorkerPool } from '#server/platform/workerPool.ts'
import type { PictureKind, PictureTask, run } from './drawPictureWorker.ts'

/** Bytes of the largest body with a picture: ten megabytes as base64, with a data URL's head and JSON around them. */
export const PICTURE_BODY_LIMIT = 14_100_000

/** As large as pictures are shown, twice over for fine screens. */
const PERSON_PX: PictureKind = { width: 512, height: 512, leastPx: 250 }
export const VESSEL_PX: PictureKind = { width: 1152, height: 512, leastPx: 1 }

const DRAW_PICTURE: JobModule<typeof run> = new URL('./drawPictureWorker.ts', import.meta.url)

/** Services that draw a picture, and the organization that sent it. */
export interface Drawing {
  workers: WorkerPool
  caller: { organizationId: string }
}

/** A JPEG of the given size from base64 or a data URL. Throws `too_large` and `invalid`. */
export async function encodePicture(drawing: Drawing, encoded: string, kind = PERSON_PX): Promise<Buffer> {
  const base64 = encoded.replace(/^data:image\/[\w.+-]{1,20};base64,/, '')
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw new Problem('invalid', 'The picture is not base64.')
  const [jpeg] = await drawInWorker(drawing, { bytes: Buffer.from(base64, 'base64'), kind })
  return jpeg as Buffer
}

/** Draws an uploaded picture again in a worker. Throws `too_large` and `invalid`. */
export async function drawInWorker({ workers, caller }: Drawing, task: PictureTask): Promise<Buffer[]> {
  const { organizationId } = caller
  const result = await workers.run(DRAW_PICTURE, task, { organizationId }).catch(refuseStopped)
  if ('refused' in result) throw new Problem(result.refused.code, result.refused.sentence)
  return result.jpegs.map((jpeg) => Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length))
}

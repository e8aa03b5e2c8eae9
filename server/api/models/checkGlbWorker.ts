/** Checks an uploaded model in a worker. */
import { Problem } from '#contract/wire/errors.ts'
import { MODEL_PROBLEMS } from '#contract/wire/model.ts'
import type { Job } from '#server/platform/workerPool.ts'
import { checkGlb } from './checkGlb.ts'

export const run: Job<Uint8Array, { triangles: number } | { refused: string }> = async (bytes) => {
  try {
    return await checkGlb(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  } catch (error) {
    if (error instanceof Problem) return { refused: error.message }
    // Nothing in a model is nested so deep that it fills the stack.
    if (error instanceof RangeError) return { refused: MODEL_PROBLEMS.modelNotGltf }
    throw error
  }
}

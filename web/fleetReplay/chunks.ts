import { HOUR_MS, HOUR_S } from '#contract/domain/time.ts'

/** Number of steps in a chunk. */
const CHUNK_STEPS = 120

/** Step in seconds between fixes: faster playback needs fewer fixes. */
export const stepOf = (speed: number) => (speed <= 10 ? 10 : speed <= 60 ? 30 : 60)

/** Step in seconds of the whole period, used for the strip of received boats and for last positions. */
export const wholeStepOf = (lengthMs: number) => (lengthMs <= 50 * HOUR_MS ? 600 : HOUR_S)

export interface ChunkRange {
  fromMs: number
  toMs: number
  stepS: number
}

/** Chunks needed to draw a moment, in order, and the next chunk, which is fetched ahead. */
export function chunksAround(timeMs: number, stepS: number, range: { fromMs: number; toMs: number }) {
  const chunkMs = CHUNK_STEPS * stepS * 1000
  const own = Math.floor(timeMs / chunkMs)
  const chunkAt = (index: number): ChunkRange[] => {
    const fromMs = Math.max(range.fromMs, index * chunkMs)
    const toMs = Math.min(range.toMs, (index + 1) * chunkMs)
    return fromMs < toMs ? [{ fromMs, toMs, stepS }] : []
  }
  return { needed: [own - 1, own, own + 1].flatMap(chunkAt), ahead: chunkAt(own + 2) }
}

import { HOUR_MS, HOUR_S } from '#contract/domain/time.ts'

/** Steps of a piece. */
const PIECE_STEPS = 120

/** The faster it is played, the further apart fixes may be without being missed. */
export const stepOf = (speed: number) => (speed <= 10 ? 10 : speed <= 60 ? 30 : 60)

/** The step of the whole period, which says when how many were heard and where each was last. */
export const wholeStepOf = (lengthMs: number) => (lengthMs <= 50 * HOUR_MS ? 600 : HOUR_S)

export interface PieceRange {
  fromMs: number
  toMs: number
  stepS: number
}

/** The pieces that a moment is drawn from, in order, and the one after them, which is fetched ahead. */
export function piecesAround(timeMs: number, stepS: number, range: { fromMs: number; toMs: number }) {
  const pieceMs = PIECE_STEPS * stepS * 1000
  const own = Math.floor(timeMs / pieceMs)
  const piece = (index: number): PieceRange[] => {
    const fromMs = Math.max(range.fromMs, index * pieceMs)
    const toMs = Math.min(range.toMs, (index + 1) * pieceMs)
    return fromMs < toMs ? [{ fromMs, toMs, stepS }] : []
  }
  return { needed: [own - 1, own, own + 1].flatMap(piece), ahead: piece(own + 2) }
}

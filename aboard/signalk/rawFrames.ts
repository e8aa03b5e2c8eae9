import { isRecord } from '#protocols/json.ts'

/**
 * Line of canboat's plain form for a frame that the Signal K server received: it gives a line of text, or a frame with its
 * header. Null for anything else.
 */
export function lineOfFrame(frame: unknown, nowMs: number): string | null {
  if (typeof frame === 'string') return frame
  if (!isRecord(frame) || !isRecord(frame.pgn) || typeof frame.data !== 'string') return null
  const { prio, pgn, src, dst } = frame.pgn
  const header = [prio, pgn, src, dst ?? 255, frame.length]
  if (!header.every(Number.isInteger)) return null
  return [new Date(nowMs).toISOString(), ...header, frame.data].join()
}

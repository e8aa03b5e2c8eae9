import { parseFrameLine } from '#protocols/can/frameLine.ts'
import { isReadPgn } from '#protocols/can/n2kReader.ts'
import { isRecord } from '#protocols/json.ts'
import type { DeltaSource } from './serverApi.ts'

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

/** Deltas of a message are left out for this long after a frame of it. */
const FRAMES_LAST_MS = 60_000

/** Messages of the bus that arrive as frames. Frames say more than the deltas that the server makes of them. */
export class FramesSeen {
  /** Time of the last frame, by `source address/PGN`. */
  readonly #lastMs = new Map<string, number>()

  note(line: string, nowMs: number): void {
    const frame = parseFrameLine(line.trim())
    if (typeof frame !== 'string' && isReadPgn(frame.pgn))
      this.#lastMs.set(`${frame.source}/${frame.pgn}`, nowMs)
  }

  /**
   * True for a delta whose values the shore reads from frames. A server may have frames of one bus and only deltas of another,
   * and the shore reads fewer messages than the server.
   */
  cover(source: DeltaSource | undefined, nowMs: number): boolean {
    if (source?.type !== 'NMEA2000') return false
    const lastMs = this.#lastMs.get(`${source.src}/${source.pgn}`)
    return lastMs !== undefined && nowMs - lastMs < FRAMES_LAST_MS
  }
}

import { canId } from './canFrame.ts'

/** One frame as `candump -L` writes it, with its newline. */
export function candumpLine(
  timeUs: number,
  frame: { priority: number; pgn: number; source: number; data: Uint8Array },
): string {
  const seconds = Math.floor(timeUs / 1e6)
  const micros = String(Math.round(timeUs - seconds * 1e6)).padStart(6, '0')
  const id = canId(frame.priority, frame.pgn, frame.source).toString(16).padStart(8, '0').toUpperCase()
  return `(${seconds}.${micros}) can0 ${id}#${Buffer.from(frame.data).toString('hex').toUpperCase()}\n`
}

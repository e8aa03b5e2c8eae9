import { setTimeout as later } from 'node:timers/promises'
import type { Source } from '../message.ts'
import type { Intake } from './intake.ts'

export type LogLine = (line: string) => void

export interface Timing {
  /** Wait after the first failure, in ms; it doubles with each further one. */
  firstWaitMs: number
  longestWaitMs: number
  /** A connection without a message for this long counts as broken. */
  silenceMs: number
}
export const USUAL_TIMING: Timing = { firstWaitMs: 1000, longestWaitMs: 30_000, silenceMs: 60_000 }

/** One connection of a source. */
export interface Link {
  intake: Intake
  /** Aborted when the source closes and when the connection has been silent for too long. */
  signal: AbortSignal
  /** To be called once the other side has accepted the connection. */
  opened(): void
}

/** Opens one connection. Resolves or rejects once it has ended and everything of it is closed. */
export type Connect = (link: Link) => Promise<void>

/** Connects again for ever, until the source is closed. */
export function keepOpen(
  name: string,
  connect: Connect,
  intake: Intake,
  log: LogLine,
  timing: Timing,
): Source {
  const closing = new AbortController()
  let isConnected = false
  let takenBefore = 0
  let error: string | null = null
  const fail = (reason: unknown) => {
    if (closing.signal.aborted) return
    const text = errorLine(reason)
    if (error !== text) log(`${name}: ${text}`)
    error = text
  }

  /** True when the connection gave a message. */
  async function connectOnce(): Promise<boolean> {
    const attempt = new AbortController()
    const fromMs = performance.now()
    takenBefore = intake.taken
    const close = () => attempt.abort(closing.signal.reason)
    closing.signal.addEventListener('abort', close)
    const watch = setInterval(
      () => {
        const quietMs = performance.now() - Math.max(intake.lastMessageMs ?? 0, fromMs)
        if (quietMs >= timing.silenceMs) attempt.abort(silence(intake, timing))
      },
      Math.min(timing.silenceMs / 4, 1000),
    )
    const opened = () => {
      isConnected = true
      if (error === null) log(`${name}: connected`)
    }
    try {
      await connect({ intake, signal: attempt.signal, opened })
      fail(attempt.signal.reason ?? 'the other side closed the connection')
    } catch (reason) {
      fail(attempt.signal.aborted ? attempt.signal.reason : reason)
    } finally {
      clearInterval(watch)
      closing.signal.removeEventListener('abort', close)
      isConnected = false
    }
    return intake.taken > takenBefore
  }

  async function run() {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      if (await connectOnce()) failures = 0
      if (closing.signal.aborted) return
      const waitMs = Math.min(timing.firstWaitMs * 2 ** Math.min(failures, 20), timing.longestWaitMs)
      // Boats of one marina come back from a power cut together; the share of chance keeps them apart.
      await later(waitMs * (0.5 + Math.random() / 2), null, { signal: closing.signal }).catch(() => null)
    }
  }

  const ended = run()
  return {
    state: () => ({
      name,
      connected: isConnected,
      lastMessageMs: intake.lastMessageMs,
      error: isConnected && intake.taken > takenBefore ? intake.flood() : error,
      dropped: intake.dropped,
    }),
    async close() {
      closing.abort(new Error('closed'))
      await ended
    },
  }
}

const silence = ({ taken, unknown }: Intake, { silenceMs }: Timing) =>
  new Error(
    taken === 0 && unknown > 0
      ? 'only data of no known form arrive: is the speed or the port right?'
      : `no message for ${Math.round(silenceMs / 1000)} s`,
  )

/** The reason of a failure in one line; connection errors of several addresses have none of their own. */
export function errorLine(reason: unknown): string {
  if (reason instanceof AggregateError && reason.errors.length > 0) return errorLine(reason.errors[0])
  const text = reason instanceof Error ? reason.message : String(reason)
  return text.split('\n', 1)[0]?.slice(0, 200) || 'unknown error'
}

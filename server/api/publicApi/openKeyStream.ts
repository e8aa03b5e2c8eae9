import type { z } from 'zod'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import type { Language } from '#contract/text/language.ts'
import { ROWS_A_CREDIT } from '#contract/wire/credits.ts'
import { PROBLEMS, Problem, type ProblemCode } from '#contract/wire/errors.ts'
import type { StreamEvent, StreamQuery } from '#contract/wire/publicStream.ts'
import type { KeyCaller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import type { Listening, Realtime } from '#server/realtime/openRealtime.ts'
import { alertsRaisedSince, findAlert } from '#server/records/alerts.ts'
import type { Scope } from '#server/records/scope.ts'
import { toAlert } from '../alerts/toAlert.ts'
import type { Services } from '../serve.ts'

/** Interval of the check that the key is still valid, in ms; the bus reports a change at once. */
const CHECK_MS = 1000
/** Interval of a comment on a quiet stream in ms, for the client and for proxies that close silent connections. */
const ALIVE_MS = 15_000
/** Time in ms that a program may take to read the end of the stream. */
const PARTING_MS = 5000

export interface KeyStream {
  events(): AsyncGenerator<string>
  /** Closes the stream when its reader has left. */
  close(): void
}

/**
 * Event stream of one program. The stream queues events as ids and reads the content when the program takes them. A
 * slow program thus gets the latest state and costs no memory. The stream takes a credit before each hundred rows.
 * Throws the problems with which a call would be refused. `sinceMs` is the id of the last event that the program
 * received. `hangUp` closes the connection of a program that does not even read that the stream is over.
 */
export async function openKeyStream(
  services: Pick<Services, 'db' | 'bus' | 'clock' | 'access' | 'meter'>,
  realtime: Realtime,
  given: {
    caller: KeyCaller
    secret: string
    asked: z.infer<typeof StreamQuery>
    sinceMs: number | null
    language: Language
    hangUp: () => void
  },
): Promise<KeyStream> {
  const { db, bus, clock, access, meter } = services
  const { secret, asked, language } = given
  let { caller } = given
  let positions: Listening<'vessel_map_view'> | null = null
  let alerts: Listening<'alerts'> | null = null
  /** Vessels with changes; null: send all. */
  let moved: Set<string> | null = null
  const raised = new Set<string>()
  const due = { positions: true, alive: false }
  let rowsPaid = 0
  let over: ProblemCode | 'closed' | null = null
  let wake = () => {}
  const timers: NodeJS.Timeout[] = []

  const every = (ms: number, work: () => void) => timers.push(setInterval(work, ms))
  /** Start of the gap in which other processes may have raised alerts that this process did not receive. */
  let missedSinceMs = Number.POSITIVE_INFINITY
  const leave = [
    bus.subscribe('rights.changed', () => void check()),
    bus.subscribe('events.missed', ({ sinceMs }) => {
      missedSinceMs = Math.min(missedSinceMs, sinceMs)
    }),
  ]

  function close(): void {
    for (const stop of leave) stop()
    positions?.stop()
    alerts?.stop()
    for (const timer of timers) clearInterval(timer)
    over ??= 'closed'
    wake()
  }

  function end(code: ProblemCode): void {
    if (over !== null) return
    over = code
    timers.push(setTimeout(given.hangUp, PARTING_MS))
    wake()
  }

  async function listen(): Promise<void> {
    positions?.stop()
    alerts?.stop()
    moved = null
    if (asked.topics.includes('positions')) {
      positions = await realtime.listen('vessel_map_view', caller, (ids) => {
        for (const id of ids) moved?.add(id)
        wake()
      })
    }
    if (asked.topics.includes('alerts')) {
      alerts = await realtime.listen('alerts', caller, (ids) => {
        for (const id of ids) raised.add(id)
        wake()
      })
    }
  }

  /** While the records do not answer, the stream continues; the check runs again in the next second. */
  async function check(): Promise<void> {
    if (over !== null) return
    const now = await access.callers.ofKey(secret).catch(() => caller)
    if (now === null) return end('not_authenticated')
    if (JSON.stringify(now) === JSON.stringify(caller)) return
    caller = now
    await listen().catch((error) => end(error instanceof Problem ? error.code : 'internal'))
  }

  /** Runs every second; when the records do not answer, the next run repeats the query. */
  async function lookForMissed(): Promise<void> {
    const sinceMs = missedSinceMs
    const scope = reachOf('department:alert-view', caller)
    if (sinceMs === Number.POSITIVE_INFINITY || !alerts || !scope) return
    missedSinceMs = Number.POSITIVE_INFINITY
    try {
      for (const id of await alertsRaisedSince(db, scope, new Date(sinceMs))) raised.add(id)
      wake()
    } catch {
      missedSinceMs = Math.min(missedSinceMs, sinceMs)
    }
  }

  async function pay(rows: number): Promise<boolean> {
    const credits = Math.ceil(Math.max(0, rows - rowsPaid) / ROWS_A_CREDIT)
    if (credits > 0 && !(await meter.spend(caller, credits))) return false
    rowsPaid += credits * ROWS_A_CREDIT - rows
    return true
  }

  async function* alertEvents(scope: Scope): AsyncGenerator<string | null> {
    for (const id of [...raised]) {
      raised.delete(id)
      const row = await findAlert(db, scope, id)
      if (!row) continue
      yield (await pay(1)) ? written('alert', toAlert(row, language, WIRE_UNITS), clock.nowMs()) : null
    }
  }

  async function positionEvent(listening: Listening<'vessel_map_view'>): Promise<string | null> {
    const ids = moved && [...moved]
    due.positions = false
    moved = new Set()
    const nowMs = clock.nowMs()
    const vessels = listening.read(ids)
    if (!(await pay(vessels.length))) return null
    return written('positions', { server_time: nowMs, full: ids === null, vessels }, nowMs)
  }

  async function* events(): AsyncGenerator<string> {
    try {
      yield 'retry: 5000\n\n'
      while (over === null) {
        const scope = reachOf('department:alert-view', caller)
        if (scope) {
          for await (const event of alertEvents(scope)) {
            if (event === null) end('API_LIMIT_REACHED')
            else yield event
            if (over !== null) break
          }
        }
        if (over === null && positions && due.positions && (moved === null || moved.size > 0)) {
          const event = await positionEvent(positions)
          if (event === null) end('API_LIMIT_REACHED')
          else yield event
        } else if (over === null && due.alive) {
          due.alive = false
          yield ': alive\n\n'
        } else if (over === null && raised.size === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
      if (over !== 'closed') yield written('end', { code: over, message: PROBLEMS[over].message })
    } finally {
      close()
    }
  }

  try {
    await listen()
    // Opening the stream pays for the first hundred rows, so that a key without credits is refused as
    // elsewhere.
    if (!(await meter.spend(caller, 1))) throw new Problem('API_LIMIT_REACHED')
    rowsPaid = ROWS_A_CREDIT
    const scope = reachOf('department:alert-view', caller)
    if (given.sinceMs !== null && alerts && scope) {
      for (const id of await alertsRaisedSince(db, scope, new Date(given.sinceMs))) raised.add(id)
    }
  } catch (error) {
    close()
    throw error
  }
  every(CHECK_MS, () => void check())
  every(CHECK_MS, () => void lookForMissed())
  every(asked.every * 1000, () => {
    due.positions = true
    wake()
  })
  every(ALIVE_MS, () => {
    due.alive = true
    wake()
  })
  return { events, close }
}

/** Text of a server-sent event; its id is the time up to which it reports. */
function written<Name extends StreamEvent['event']>(
  name: Name,
  data: Extract<StreamEvent, { event: Name }>['data'],
  id?: number,
): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

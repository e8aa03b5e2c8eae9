import { DAY_S } from '#contract/domain/time.ts'
import type { BusyTimes } from '#simulator/timetable.ts'

/** An interval of history to send, with the number of motion sensors of each boat that send everything. */
export interface Span {
  fromS: number
  toS: number
  sensors: number
}

/** How far history has come: boats of a span are worked through in the order of the fleet. */
export interface HistoryPlan {
  spans: Span[]
  /** Boat-spans that are complete, counted through all spans. */
  done: number
  /** When the fleet sailed live, oldest first; those were and will be busy times. The last one is still running. */
  live: [fromS: number, toS: number][]
}

export const HISTORY_DAYS = 32
/** All motion of a month would be nine tenths of its data: older time has bursts around hits, as many loggers send. */
const DAYS_WITH_ALL_MOTION = 1 / 24
/** Seconds that a heartbeat may not have recorded yet; sending them again changes nothing. */
const HEARTBEAT_S = 30
const REMEMBER_S = 50 * DAY_S

/**
 * Plan of a first start: from the last hours, in which trips are under way, back to the oldest day, so that what has
 * arrived has no gap.
 */
export function planHistory(nowS: number, days = HISTORY_DAYS): HistoryPlan {
  const spans: Span[] = []
  const ends = days < 1 ? [0] : [0, DAYS_WITH_ALL_MOTION, ...Array.from({ length: days }, (_, i) => i + 1)]
  for (let i = 1; i < ends.length; i++) {
    const [newer = 0, older = 0] = [ends[i - 1], ends[i]]
    const sensors = older <= DAYS_WITH_ALL_MOTION ? 3 : 0
    spans.push({ fromS: wholeS(nowS - older * DAY_S), toS: wholeS(nowS - newer * DAY_S), sensors })
  }
  return { spans, done: 0, live: [[nowS, nowS]] }
}

/** Plan of a later start: first the time since the fleet last sailed, then what was left. */
export function resumeHistory(plan: HistoryPlan, nowS: number, boats: number): HistoryPlan {
  const lastS = (plan.live.at(-1)?.[1] ?? nowS) - HEARTBEAT_S
  const complete = Math.floor(plan.done / boats)
  const missed: Span[] = []
  for (let toS = nowS; toS > lastS; toS -= DAY_S) {
    missed.push({ fromS: Math.max(lastS, toS - DAY_S), toS, sensors: toS === nowS ? 1 : 0 })
  }
  return {
    spans: [...missed, ...plan.spans.slice(complete)],
    done: 0,
    live: [...plan.live.filter(([, toS]) => toS > nowS - REMEMBER_S), [nowS, nowS]],
  }
}

/** The fleet's timetable is full while it sails live, and from now on. */
export const busyTimes = ({ live }: HistoryPlan): BusyTimes =>
  live.map(([fromS, toS], i) => [fromS, i === live.length - 1 ? Number.POSITIVE_INFINITY : toS])

const wholeS = (second: number) => Math.round(second)

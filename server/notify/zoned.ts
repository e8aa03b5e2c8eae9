/** Times on the clock of a zone, wherever the server stands. */
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'

export interface WallTime {
  year: number
  /** Counts from 0. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const writers = new Map<string, Intl.DateTimeFormat>()

function writerOf(zone: string): Intl.DateTimeFormat {
  const known = writers.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', calendar: 'iso8601' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  writers.set(zone, made)
  return made
}

export function wallTime(ms: number, zone: string): WallTime {
  const parts = Object.fromEntries(
    writerOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return { year, month: month - 1, day, hour, minute, second }
}

/** Hours in which nobody is to be woken, as `HH:MM` of a zone; they may go over midnight. */
export interface QuietHours {
  from: string
  until: string
}

/** When the quiet hours end that this moment lies in; null outside them. */
export function quietUntil({ from, until }: QuietHours, zone: string, nowMs: number): number | null {
  const now = sinceMidnightMs(nowMs, zone)
  const begin = clockMs(from)
  const end = clockMs(until)
  const isQuiet = begin <= end ? now >= begin && now < end : now >= begin || now < end
  if (!isQuiet) return null
  const candidate = nowMs + ((end - now + DAY_MS) % DAY_MS)
  // The clock may be put forward or back meanwhile.
  const missed = end - sinceMidnightMs(candidate, zone)
  const shift = missed > DAY_MS / 2 ? missed - DAY_MS : missed < -DAY_MS / 2 ? missed + DAY_MS : missed
  return candidate + shift
}

const clockMs = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return (hour * 60 + minute) * MINUTE_MS
}

const sinceMidnightMs = (ms: number, zone: string) => {
  const { hour, minute, second } = wallTime(ms, zone)
  return ((hour * 60 + minute) * 60 + second) * 1000 + (ms % 1000)
}

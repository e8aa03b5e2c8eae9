/** Hours on the clock of a zone in which messages wait. */
import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { wallTime } from '#contract/domain/wallTime.ts'

/** Hours without notifications, as `HH:MM` of a time zone; they may cross midnight. */
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

import { DAY_US, SECOND_US } from '#contract/domain/time.ts'
import { ClockChoice, type ClockSource } from '../clockChoice.ts'

/** Receivers that have lost count send the start of the GPS era or of their own firmware. */
const FIRST_PLAUSIBLE_US = Date.UTC(2000, 0) * 1e3
/** A sentence whose own time is within this of the clock is dated by its own time. */
const OWN_TIME_US = 10 * SECOND_US

/**
 * Dates sentences. Some have time and date, some a time of day, most none. An undated sentence gets the last
 * time, plus the time that has passed on the receiver's clock.
 */
export class SentenceClock {
  #lastUtcUs: number | null = null
  #lastLoggedUs: number | null = null
  readonly #choice = new ClockChoice()
  readonly #writtenBeforeUs: number | null
  #assumedDayUs: number | null = null

  /** The log ends before `writtenBeforeUs`, which gives its first time of day a date, and dates nothing else. */
  constructor(writtenBeforeUs: number | null) {
    this.#writtenBeforeUs = writtenBeforeUs
  }

  /** The assumed day since the last call, null without an assumption. */
  takeAssumedDayUs(): number | null {
    const dayUs = this.#assumedDayUs
    this.#assumedDayUs = null
    return dayUs
  }

  /** `loggedUs` is when the line was logged or received, null when unknown. */
  nowUs(loggedUs: number | null): number | null {
    if (this.#lastUtcUs === null) return loggedUs
    if (loggedUs === null || this.#lastLoggedUs === null) return this.#lastUtcUs
    return this.#lastUtcUs + loggedUs - this.#lastLoggedUs
  }

  /**
   * Takes `hhmmss.sss` with `ddmmyy`; without a date, the day closest to now. The time of a receiver without
   * a fix is uncertain: it continues the clock if both agree, and sets nothing else. Returns the time of the
   * sentence, null when the clock must date it.
   */
  set(
    source: ClockSource,
    { time, date, isSure }: { time: string | undefined; date: string | undefined; isSure: boolean },
    loggedUs: number | null,
  ): number | null {
    const ofDayUs = timeOfDayUs(time)
    if (ofDayUs === null || (!isSure && this.#lastUtcUs === null)) return null
    const dayUs = dateUs(date) ?? nearestDayUs(ofDayUs, this.nowUs(loggedUs)) ?? this.#assume(ofDayUs)
    if (dayUs === null || dayUs < FIRST_PLAUSIBLE_US) return null
    const utcUs = dayUs + ofDayUs
    const nowUs = this.#lastUtcUs === null ? null : this.nowUs(loggedUs)
    const aheadUs = utcUs - (nowUs ?? utcUs)
    if (!isSure && (aheadUs < 0 || aheadUs > OWN_TIME_US)) return null
    if (this.#choice.sets(source, utcUs, nowUs)) {
      this.#lastUtcUs = utcUs
      this.#lastLoggedUs = loggedUs
      return utcUs
    }
    return nowUs !== null && Math.abs(utcUs - nowUs) <= OWN_TIME_US ? utcUs : null
  }

  #assume(ofDayUs: number): number | null {
    if (this.#writtenBeforeUs === null) return null
    this.#assumedDayUs = Math.floor((this.#writtenBeforeUs - ofDayUs) / DAY_US) * DAY_US
    return this.#assumedDayUs
  }
}

function timeOfDayUs(text: string | undefined): number | null {
  const match = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(text ?? '')
  if (!match) return null
  return Math.round(((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1e6)
}

/** The century turns at 80: GPS counts from January 1980. */
function dateUs(text: string | undefined): number | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(text ?? '')
  if (!match) return null
  const year = Number(match[3])
  const us = Date.UTC(year + (year < 80 ? 2000 : 1900), Number(match[2]) - 1, Number(match[1])) * 1e3
  return Number(match[2]) > 12 || Number(match[1]) > 31 ? null : us
}

function nearestDayUs(ofDayUs: number, nowUs: number | null): number | null {
  return nowUs === null ? null : Math.round((nowUs - ofDayUs) / DAY_US) * DAY_US
}

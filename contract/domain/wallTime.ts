/** Times on the clock of a zone, wherever the process runs. */
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

/** Timelines for tests: "00:00 0kn, 00:05 6kn, 02:00 0kn" is a boat that reports her speed every second. */
import { nothingDecoded } from '#contract/domain/reading.ts'
import { KNOT_MPS, NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'

export interface MovementRow {
  timeUs: number
  latitudeDeg?: number
  longitudeDeg?: number
  hdop?: number
  valid?: boolean
  sogMps?: number
}

/** Midnight of an ordinary day, the zero of every timeline. */
export const DAY_US = Date.UTC(2026, 5, 18) * 1000
export const clock = (text: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return DAY_US + ((hours * 60 + minutes) * 60 + seconds) * 1_000_000
}

/** The boat sails due north from 64° N 22° W; "silent" stops the reports until the next entry. The last entry ends it. */
export function playMovement(timeline: string, everyS = 1): MovementRow[] {
  const marks = timeline.split(',').map((entry) => {
    const [time = '', speed = ''] = entry.trim().split(/\s+/)
    return { timeUs: clock(time), kn: speed === 'silent' ? null : Number.parseFloat(speed) }
  })
  const rows: MovementRow[] = []
  let latitudeDeg = 64
  for (const [i, mark] of marks.entries()) {
    const end = marks[i + 1]?.timeUs ?? mark.timeUs + 1
    for (let timeUs = mark.timeUs; timeUs < end && mark.kn !== null; timeUs += everyS * 1_000_000) {
      rows.push({ timeUs, latitudeDeg, longitudeDeg: -22, sogMps: mark.kn * KNOT_MPS })
      latitudeDeg += (mark.kn * KNOT_MPS * everyS) / (60 * NAUTICAL_MILE_M)
    }
  }
  return rows
}

/** A timeline as what the gateway stores of it. */
export function playReadings(vesselNumber: number, timeline: string, everyS = 1): VesselReadings {
  const rows = playMovement(timeline, everyS)
  return {
    ...nothingDecoded(),
    faults: [],
    vesselNumber,
    scalars: rows.map(({ timeUs, sogMps = 0 }) => ({ timeUs, key: 'sog', instance: 0, value: sogMps })),
    fixes: rows.map(({ timeUs, latitudeDeg = 0, longitudeDeg = 0 }) => ({
      ...{ timeUs, latitudeDeg, longitudeDeg },
      ...{ hdop: null, valid: true },
    })),
  }
}

export function toMovement(rows: readonly MovementRow[], vesselNumber = 1): Movement {
  const column = (pick: (row: MovementRow) => number | undefined) =>
    Float64Array.from(rows, (row) => pick(row) ?? Number.NaN)
  return {
    vesselNumber,
    timeUs: column((row) => row.timeUs),
    latitudeDeg: column((row) => row.latitudeDeg),
    longitudeDeg: column((row) => row.longitudeDeg),
    hdop: column((row) => row.hdop),
    valid: Uint8Array.from(rows, (row) => (row.valid === false || row.latitudeDeg === undefined ? 0 : 1)),
    sogMps: column((row) => row.sogMps),
  }
}

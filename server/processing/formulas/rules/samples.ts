import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import { lowerBound } from '../lowerBound.ts'
import { FALLBACK_TOP_SPEED_MPS, GLITCH_FACTOR } from '../parameters.ts'
import { isPlausible, type OutlierFilter, passOutlierFilter } from '../trips/acceptFixes.ts'
import { RECORDS } from './compileRule.ts'
import type { AcceptedFixes, Samples, SignalColumn } from './ruleFold.ts'

/** Samples after one moment and up to another. */
export function after({ columns, fixes }: Samples, afterUs: number, toUs: number): Samples {
  return {
    columns: columns.map((column) => {
      const first = lowerBound(column.timeUs, afterUs + 1)
      const end = lowerBound(column.timeUs, toUs + 1)
      return {
        ...column,
        timeUs: column.timeUs.subarray(first, end),
        value: column.value.subarray(first, end),
      }
    }),
    fixes: fixes && partOf(fixes, lowerBound(fixes.atUs, afterUs + 1), lowerBound(fixes.atUs, toUs + 1)),
  }
}
export const until = (samples: Samples, toUs: number) => after(samples, Number.NEGATIVE_INFINITY, toUs)

const partOf = (
  { atUs, timeUs, latitudeDeg, longitudeDeg, hdop }: AcceptedFixes,
  first: number,
  end: number,
): AcceptedFixes => ({
  atUs: atUs.subarray(first, end),
  timeUs: timeUs.subarray(first, end),
  latitudeDeg: latitudeDeg.subarray(first, end),
  longitudeDeg: longitudeDeg.subarray(first, end),
  hdop: hdop.subarray(first, end),
})

/** Fixes that pass the outlier filter, with the time at which they were accepted. */
export function accepted(
  { timeUs, latitudeDeg, longitudeDeg, hdop, valid }: Movement,
  outlierFilter: OutlierFilter,
  { topSpeedMps }: Pick<DirectoryEntry, 'topSpeedMps'>,
  toUs = Number.POSITIVE_INFINITY,
): AcceptedFixes {
  const limitMps = GLITCH_FACTOR * (topSpeedMps ?? FALLBACK_TOP_SPEED_MPS)
  const rows: number[][] = []
  for (let i = 0; i < timeUs.length && (timeUs[i] as number) <= toUs; i++) {
    const fix = {
      timeUs: timeUs[i] as number,
      latitudeDeg: latitudeDeg[i] as number,
      longitudeDeg: longitudeDeg[i] as number,
    }
    const dilution = hdop[i] as number
    if (Number.isNaN(fix.latitudeDeg)) continue
    if (!isPlausible(fix.latitudeDeg, fix.longitudeDeg, dilution, valid[i] === 1)) continue
    if (outlierFilter.anchor && fix.timeUs <= outlierFilter.anchor.timeUs) continue
    for (const one of passOutlierFilter(outlierFilter, fix, limitMps))
      rows.push([fix.timeUs, one.timeUs, one.latitudeDeg, one.longitudeDeg, dilution])
  }
  const column = (index: number) => Float64Array.from(rows, (row) => row[index] as number)
  return {
    atUs: column(0),
    timeUs: column(1),
    latitudeDeg: column(2),
    longitudeDeg: column(3),
    hdop: column(4),
  }
}

/** Times of received records, as a column. */
export const recordsColumn = (times: Float64Array): SignalColumn => ({
  ...{ name: RECORDS.name, instance: 0, timeUs: times },
  value: new Float64Array(times.length),
})

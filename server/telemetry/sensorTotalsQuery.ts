import type { Columns } from '#server/stores/columns/columns.ts'
import type { SensorTotals } from './impactBlock.ts'
import { instantSql, integer } from './rowReader.ts'
import type { Stretch } from './telemetry.ts'

const HOUR_US = 3_600_000_000

/**
 * Sums over the blocks of impacts, of which there is one for some 1,500 samples. A block counts to the stretch in
 * which it begins.
 */
export async function readSensorTotals(
  columns: Columns,
  vesselNumber: number,
  stretches: readonly Stretch[],
): Promise<SensorTotals[]> {
  const of = `FROM telemetry.impacts FINAL WHERE vessel = ${integer(vesselNumber)}`
  const rows = await columns.rows<Row>(`
    SELECT one, min(us + first) AS begin_us, max(us + last) AS end_us, sum(n) AS total, sum(covered) AS seconds
    FROM (SELECT *, toUnixTimestamp64Micro(time) AS us ${of})
    ARRAY JOIN sensor AS one, first_us AS first, last_us AS last, samples AS n, covered_s AS covered
    GROUP BY one ORDER BY one`)
  if (rows.length === 0) return []
  const newest = rows.map(({ one, end_us }) => `one = ${integer(one)} AND us > ${integer(end_us - HOUR_US)}`)
  const oldestUs = Math.min(...rows.map(({ end_us }) => end_us)) - HOUR_US
  const [rates, maxima, covered] = await Promise.all([
    columns.rows<{ one: number; rate: number }>(`
      SELECT one, quantileExact(rate) AS rate
      FROM (SELECT *, toUnixTimestamp64Micro(time) AS us ${of} AND time >= ${instantSql(oldestUs)})
      ARRAY JOIN sensor AS one, rate_hz AS rate WHERE ${newest.join(' OR ')} GROUP BY one`),
    columns.rows<{ one: number; highest: number }>(`
      SELECT one, max(p) AS highest FROM (SELECT peak_sensor, peak ${of}) ARRAY JOIN peak_sensor AS one, peak AS p GROUP BY one`),
    coverage(columns, of, stretches),
  ])
  return rows.map(({ one, begin_us, end_us, total, seconds }) => ({
    sensor: one,
    firstUs: begin_us,
    lastUs: end_us,
    samples: total,
    coveredS: seconds,
    rateHz: rates.find((row) => row.one === one)?.rate ?? 0,
    maxImpactG: maxima.find((row) => row.one === one)?.highest ?? null,
    coveredOfStretchS: stretches.map(({ fromUs }) => covered.get(`${one} ${Math.floor(fromUs)}`) ?? 0),
  }))
}

interface Row {
  one: number
  begin_us: number
  end_us: number
  total: number
  seconds: number
}

/** Seconds by sensor and beginning of the stretch. Ends count as beginnings of what is in no stretch. */
async function coverage(columns: Columns, of: string, stretches: readonly Stretch[]) {
  if (stretches.length === 0) return new Map<string, number>()
  const bounds = stretches.flatMap(({ fromUs, toUs }) => [Math.floor(fromUs), Math.floor(toUs) + 1])
  const sorted = [...new Set(bounds)].sort((a, b) => a - b)
  const rows = await columns.rows<{ one: number; start_us: number; seconds: number }>(`
    SELECT one, roundDown(us, [${sorted.map(integer).join(', ')}]) AS start_us, sum(covered) AS seconds
    FROM (SELECT sensor, covered_s, toUnixTimestamp64Micro(time) AS us ${of} AND time >= ${instantSql(sorted[0] ?? 0)})
    ARRAY JOIN sensor AS one, covered_s AS covered GROUP BY one, start_us`)
  return new Map(rows.map(({ one, start_us, seconds }) => [`${one} ${start_us}`, seconds]))
}

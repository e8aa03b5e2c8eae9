import { SERIES } from '#contract/series.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { integer } from './rowReader.ts'

/** Inside the engine, a month at a time, since the months are its partitions. */
export async function chooseImpactSensors(
  columns: Columns,
  vesselNumber: number,
  chosen: readonly number[],
): Promise<void> {
  const ofSensors = `vessel = ${integer(vesselNumber)} AND series = ${SERIES.impact.number} AND instance > 0`
  const months = await columns.rows<{ month: number }>(
    `SELECT DISTINCT toYYYYMM(time) AS month FROM telemetry.scalars WHERE ${ofSensors} ORDER BY month`,
  )
  const isChosen = `has(CAST([${chosen.map(integer).join(', ')}] AS Array(UInt8)), instance)`
  for (const { month } of months) {
    await columns.command(`
      INSERT INTO telemetry.scalars (vessel, series, instance, time, value)
      SELECT vessel, series, 0, time, if(countIf(${isChosen}) > 0, maxIf(value, ${isChosen}), max(value))
      FROM telemetry.scalars FINAL WHERE ${ofSensors} AND toYYYYMM(time) = ${integer(month)}
      GROUP BY vessel, series, time`)
  }
}

import { fromSteps, SERIES } from '#contract/series.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { insertReadings, NULL_VALUE } from './appendBlocks.ts'
import { chooseImpactSensors } from './chooseImpactSensors.ts'
import { readFaultTimes, readSampleColumns, readShips, readTracksIn } from './contextQuery.ts'
import { describeStretch } from './describeStretch.ts'
import { readEngineProfile } from './engineProfile.ts'
import { readFields, readRawMotion } from './exportQuery.ts'
import { countHeat, insertHeat, readHeat } from './heatCells.ts'
import { insertImpacts, readImpacts } from './impactQuery.ts'
import { readMotion } from './motionQuery.ts'
import { readMovement, readRecordTimes } from './movementQuery.ts'
import { integer, RowReader } from './rowReader.ts'
import { readSensorTotals } from './sensorTotalsQuery.ts'
import { readSeries } from './seriesQuery.ts'
import { SourceBook, type Store } from './sourceBook.ts'
import { stretchSql } from './stretchSql.ts'
import type { Telemetry, VesselReadings } from './telemetry.ts'
import { insertQuarters, readBins, readQuarters, readQuarterTimes } from './tripQuarters.ts'

export function openTelemetry(given: Columns): Telemetry {
  const columns: Store = { ...given, sources: new SourceBook(given) }
  return {
    async append(batch) {
      await Promise.all([
        columns.sources.note(batch),
        insertReadings(columns, batch),
        insertStretches(columns, batch),
      ])
    },
    async appendDerived(batch) {
      await Promise.all([columns.sources.note(batch), insertReadings(columns, batch)])
    },
    async stretchesSince(appendedMs) {
      const rows = await columns.rows<{ vessel: number; from_us: number; to_us: number }>(
        `SELECT vessel, from_us, to_us FROM telemetry.stretches
         WHERE appended >= fromUnixTimestamp64Milli(toInt64(${integer(Math.floor(appendedMs))}), 'UTC') ORDER BY vessel, from_us`,
      )
      return rows.map(({ vessel, from_us, to_us }) => ({
        vesselNumber: vessel,
        fromUs: from_us,
        toUs: to_us,
      }))
    },
    movement: (stretches) => readMovement(columns, stretches),
    recordTimes: (stretches) => readRecordTimes(columns, stretches),
    motion: (stretches) => readMotion(columns, stretches),
    storeImpacts: (blocks) => insertImpacts(columns, blocks),
    chooseImpactSensors: (vesselNumber, chosen) => chooseImpactSensors(columns, vesselNumber, chosen),
    impacts: (stretches) => readImpacts(columns, stretches),
    sensorTotals: (vesselNumber, stretches) => readSensorTotals(columns, vesselNumber, stretches),
    series: (stretch, fields, resolutionUs, bucketOf) =>
      readSeries(columns, stretch, fields, resolutionUs, bucketOf),
    appendQuarters: (quarters) => insertQuarters(columns, quarters),
    quarters: (choice, groupings, names) => readQuarters(columns, choice, groupings, names),
    quarterTimes: (vesselNumber, tripNumber) => readQuarterTimes(columns, vesselNumber, tripNumber),
    appendHeat: (quarters) => insertHeat(columns, quarters),
    countHeat: (choice) => countHeat(columns, choice),
    heat: (choice, zoom, names) => readHeat(columns, choice, zoom, names),
    speedBins: (choice) => readBins(columns, choice),
    fieldsIn: (stretch) => readFields(columns, stretch),
    rawMotion: (stretch) => readRawMotion(columns, stretch),
    engineProfile: (stretch, stepHz, ignored) => readEngineProfile(columns, stretch, stepHz, ignored),
    sources: (vesselNumber) => columns.sources.of(vesselNumber),
    senders: (vesselNumber) =>
      columns.rows(
        `SELECT address, what, argMax(said, (day, said)) AS said FROM telemetry.senders
         WHERE vessel = ${integer(vesselNumber)} GROUP BY address, what ORDER BY address, what`,
      ),
    chooseSource: (vesselNumber, key, instance, source) =>
      columns.sources.choose(vesselNumber, key === 'position' ? 0 : SERIES[key].number, instance, source),
    async samples(stretch, key, instance) {
      const { number } = SERIES[key]
      const rows = new RowReader(
        await columns.rowBinary(
          `SELECT toUnixTimestamp64Micro(time), value FROM telemetry.scalars FINAL
           WHERE ${stretchSql(stretch)} AND series = ${number} AND instance = ${integer(instance)}
             ${await columns.sources.scalarsSql([stretch], [{ key, instance }])} ORDER BY time`,
        ),
      )
      const timeUs: number[] = []
      const value: (number | null)[] = []
      while (rows.more) {
        timeUs.push(rows.int64())
        const stored = rows.int32()
        value.push(stored === NULL_VALUE ? null : fromSteps(key, stored))
      }
      return { timeUs, value }
    },
    sampleColumns: (stretches, keys) => readSampleColumns(columns, stretches, keys),
    ships: (stretch) => readShips(columns, stretch),
    tracksIn: (vesselNumbers, cells) => readTracksIn(columns, vesselNumbers, cells),
    faultTimes: (stretch, spns) => readFaultTimes(columns, stretch, spns),
    async extent(vesselNumber) {
      const end = (table: string, direction: 'ASC' | 'DESC') =>
        `(SELECT toUnixTimestamp64Micro(time) AS us FROM telemetry.${table} WHERE vessel = ${integer(vesselNumber)}
          ORDER BY time ${direction} LIMIT 1)`
      const [row] = await columns.rows<{ first: number; last: number; n: number }>(
        `SELECT min(us) AS first, max(us) AS last, toUInt32(count()) AS n FROM
         (${['ASC', 'DESC'].flatMap((direction) => ['fixes', 'scalars'].map((table) => `SELECT us FROM ${end(table, direction as 'ASC')}`)).join(' UNION ALL ')})`,
      )
      return row && row.n > 0 ? { firstUs: row.first, lastUs: row.last } : null
    },
  }
}

function insertStretches(columns: Columns, batch: readonly VesselReadings[]) {
  const appended = (Date.now() / 1000).toFixed(3)
  const lines = batch.flatMap((readings) => {
    const stretch = describeStretch(readings)
    return stretch
      ? [`${appended}\t${stretch.vesselNumber}\t${Math.floor(stretch.fromUs)}\t${Math.ceil(stretch.toUs)}\n`]
      : []
  })
  return lines.length === 0
    ? Promise.resolve()
    : columns.insert('telemetry.stretches', ['appended', 'vessel', 'from_us', 'to_us'], lines.join(''))
}

/** What was known around a vessel at moments of interest: plain samples, other ships, other vessels, trouble codes. */
import { fromSteps, SERIES, type SeriesKey, seriesByNumber } from '#contract/series.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { DEGREE_STEP, NULL_VALUE } from './appendBlocks.ts'
import type { Cell, SampleColumns, Track } from './context.ts'
import { instantSql, integer, RowReader } from './rowReader.ts'
import type { Store } from './sourceBook.ts'
import { stretchesSql, stretchSql } from './stretchSql.ts'
import type { Stretch } from './telemetry.ts'

export async function readSampleColumns(
  columns: Store,
  stretches: readonly Stretch[],
  keys: readonly SeriesKey[],
): Promise<SampleColumns[]> {
  if (stretches.length === 0) return []
  const bytes = await columns.rowBinary(`
    SELECT vessel, series, instance, toUnixTimestamp64Micro(time), value FROM telemetry.scalars FINAL
    WHERE series IN (${keys.map((key) => SERIES[key].number).join(', ')}) AND (${stretchesSql(stretches)})
      AND value != ${NULL_VALUE}${await columns.sources.scalarsSql(stretches, 'all instances of', keys)}
    ORDER BY vessel, series, instance, time`)
  const rows = new RowReader(bytes)
  const timeUs = new Float64Array(bytes.length / SAMPLE_BYTES)
  const value = new Float64Array(bytes.length / SAMPLE_BYTES)
  const answer: SampleColumns[] = []
  for (let i = 0, first = 0, named = { vesselNumber: -1, number: -1, instance: -1 }; ; i++) {
    const next = rows.more
      ? { vesselNumber: rows.uint32(), number: rows.uint16(), instance: rows.uint8() }
      : null
    const same =
      next?.number === named.number &&
      next.instance === named.instance &&
      next.vesselNumber === named.vesselNumber
    if (!same) {
      const { number, ...rest } = named
      const key = seriesByNumber(number)?.key
      if (key)
        answer.push({ ...rest, key, timeUs: timeUs.subarray(first, i), value: value.subarray(first, i) })
      if (!next) return answer.map((one) => ({ ...one, value: one.value.map((n) => fromSteps(one.key, n)) }))
      named = next
      first = i
    }
    timeUs[i] = rows.int64()
    value[i] = rows.int32()
  }
}

const SAMPLE_BYTES = 4 + 2 + 1 + 8 + 4

/** Ships heard over AIS. */
export async function readShips(columns: Columns, stretch: Stretch): Promise<Track[]> {
  const rows = await columns.rows<{
    mmsi: number
    name: string
    us: number
    latitude: number
    longitude: number
    sog: number
    cog: number
  }>(`SELECT mmsi, name, toUnixTimestamp64Micro(time) AS us, latitude, longitude, sog, cog
      FROM telemetry.ais FINAL WHERE ${stretchSql(stretch)} ORDER BY mmsi, us`)
  const tracks: Track[] = []
  for (const { mmsi, name, us, latitude, longitude, sog, cog } of rows) {
    let track = tracks.at(-1)
    if (track?.id !== mmsi) {
      track = emptyTrack(mmsi)
      tracks.push(track)
    }
    if (name !== '') track.name = name
    if (latitude === NULL_VALUE || longitude === NULL_VALUE) continue
    track.timeUs.push(us)
    track.latitudeDeg.push(latitude * DEGREE_STEP)
    track.longitudeDeg.push(longitude * DEGREE_STEP)
    track.sogMps.push(sog === NULL_VALUE ? Number.NaN : sog * 0.001)
    track.cogRad.push(cog === NULL_VALUE ? Number.NaN : cog * 0.0001)
  }
  return tracks
}

const emptyTrack = (id: number): Track => ({
  id,
  name: null,
  timeUs: [],
  latitudeDeg: [],
  longitudeDeg: [],
  sogMps: [],
  cogRad: [],
})

/** A fix is taken for as long to have the course and speed that were said last before it. */
const COURSE_HOLD_US = 10_000_000

/** Where these vessels were inside the cells, one fix a second at most. */
export async function readTracksIn(
  columns: Store,
  vesselNumbers: readonly number[],
  cells: readonly Cell[],
): Promise<Track[]> {
  if (vesselNumbers.length === 0 || cells.length === 0) return []
  const believed = await columns.sources.fixesSql(
    vesselNumbers.flatMap((vesselNumber) =>
      cells.map(({ fromUs, toUs }) => ({ vesselNumber, fromUs, toUs })),
    ),
  )
  const bytes = await columns.rowBinary(`
    SELECT vessel, toUnixTimestamp64Micro(max(time)) AS us, argMax(latitude, time), argMax(longitude, time)
    FROM telemetry.fixes FINAL
    WHERE vessel IN (${vesselNumbers.map(integer).join(', ')}) AND valid = 1 AND (${cells.map(cellSql).join(' OR ')})${believed}
    GROUP BY vessel, toStartOfSecond(time) ORDER BY vessel, us`)
  const rows = new RowReader(bytes)
  const tracks: Track[] = []
  while (rows.more) {
    const vesselNumber = rows.uint32()
    let track = tracks.at(-1)
    if (track?.id !== vesselNumber) {
      track = emptyTrack(vesselNumber)
      tracks.push(track)
    }
    track.timeUs.push(rows.int64())
    track.latitudeDeg.push(rows.int32() * DEGREE_STEP)
    track.longitudeDeg.push(rows.int32() * DEGREE_STEP)
  }
  await addCourses(columns, tracks)
  return tracks
}

const scaled = (deg: number) => integer(Math.round(deg / DEGREE_STEP))

function cellSql({ fromUs, toUs, southDeg, northDeg, westDeg, eastDeg }: Cell): string {
  const join = westDeg <= eastDeg ? 'AND' : 'OR'
  return `(time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)}
    AND latitude >= ${scaled(southDeg)} AND latitude <= ${scaled(northDeg)}
    AND (longitude >= ${scaled(westDeg)} ${join} longitude <= ${scaled(eastDeg)}))`
}

async function addCourses(columns: Store, tracks: readonly Track[]) {
  const said = await readSampleColumns(
    columns,
    tracks.map(({ id, timeUs }) => ({
      vesselNumber: id,
      fromUs: (timeUs[0] ?? 0) - COURSE_HOLD_US,
      toUs: timeUs.at(-1) ?? 0,
    })),
    ['sog', 'cog'],
  )
  for (const track of tracks) {
    const lastSaid = (key: SeriesKey) => {
      const samples = said.find(
        (one) => one.vesselNumber === track.id && one.key === key && one.instance === 0,
      )
      let next = 0
      return track.timeUs.map((us) => {
        if (!samples) return Number.NaN
        while (next < samples.timeUs.length && (samples.timeUs[next] as number) <= us) next++
        const age = us - (samples.timeUs[next - 1] ?? Number.NEGATIVE_INFINITY)
        return age <= COURSE_HOLD_US ? (samples.value[next - 1] as number) : Number.NaN
      })
    }
    track.sogMps = lastSaid('sog')
    track.cogRad = lastSaid('cog')
  }
}

/** When these trouble codes were active, in time order. */
export async function readFaultTimes(
  columns: Columns,
  stretch: Stretch,
  spns: readonly number[],
): Promise<{ timeUs: number; instance: number; spn: number }[]> {
  const rows = await columns.rows<{ us: number; instance: number; spn: number }>(`
    SELECT toUnixTimestamp64Micro(time) AS us, instance, spn FROM telemetry.faults FINAL
    WHERE ${stretchSql(stretch)} AND spn IN (${spns.map(integer).join(', ')}) ORDER BY us`)
  return rows.map(({ us, ...rest }) => ({ timeUs: us, ...rest }))
}

import { fromSteps, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { BEACON_PREFIXES } from '#contract/wire/aisTarget.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { DEGREE_STEP, NO_HDOP, NULL_VALUE } from './appendBlocks.ts'
import { instantSql, integer, RowReader } from './rowReader.ts'
import { readSampleColumns } from './series.ts'
import type { Store } from './sourceSelection.ts'
import {
  BY_QUARTER_HOUR_SQL,
  type Fleet,
  fleetSql,
  intervalSql,
  intervalsSql,
  QUARTER_HOUR_START_SQL,
  type QuarterHourStarts,
  timesByVessel,
  type VesselInterval,
} from './vesselInterval.ts'

/** Positions and speeds of vessels, and positions of the ships that they received over AIS. */
export interface Positions {
  /**
   * Movement that trip detection reads, for many vessels in one query. When intervals nearly coincide, the answer may
   * reach beyond each of them, never beyond all of them.
   */
  movement(intervals: readonly VesselInterval[]): Promise<Movement[]>
  /** Track of vessels: the last valid fix of the accepted source in every `everyUs`; SOG is not read. */
  sparse(intervals: readonly VesselInterval[], everyUs: number): Promise<Movement[]>
  /** Quarter-hours in which vessels were inside a box. */
  inBox(fleet: Fleet, box: Box): Promise<QuarterHourStarts>
  /** Tracks of these vessels inside the cells, at most one fix a second. */
  tracksIn(vesselNumbers: readonly number[], cells: readonly Cell[]): Promise<Track[]>
  /** Ships that a vessel received over AIS. */
  ships(interval: VesselInterval): Promise<Track[]>
  /**
   * Newest report of every ship that these vessels received since then, limited in number: beacons first, then the
   * newest.
   */
  targets(vesselNumbers: readonly number[], since: TargetsSince, most: number): Promise<Target[]>
}

/** Fixes and SOG of one vessel in time order, as columns; SOG is NaN at times without one, position NaN without a fix. */
export interface Movement {
  vesselNumber: number
  timeUs: Float64Array
  latitudeDeg: Float64Array
  longitudeDeg: Float64Array
  hdop: Float64Array
  /** 1 where the receiver called the fix valid. */
  valid: Uint8Array
  sogMps: Float64Array
}

/** AIS reports of another ship in time order; course and speed are NaN where unknown. */
export interface Track {
  /** The vessel's number or the ship's MMSI. */
  id: number
  name: string | null
  timeUs: number[]
  latitudeDeg: number[]
  longitudeDeg: number[]
  sogMps: number[]
  cogRad: number[]
}

/** Last position and static data of a ship; course and speed are NaN where unknown. */
export interface Target {
  mmsi: number
  name: string | null
  shipType: number | null
  timeUs: number
  latitudeDeg: number
  longitudeDeg: number
  sogMps: number
  cogRad: number
  /** Vessel that received the ship last. */
  vesselNumber: number
}

export interface TargetsSince {
  /** Earliest time of a position. */
  placedUs: number
  /** Earliest time of a name or ship type, which ships report more rarely. */
  namedUs: number
  /** True where only distress beacons are wanted. */
  areBeacons?: boolean
}

/** An area of the sea; across the antimeridian west is greater than east. */
export interface Box {
  southDeg: number
  northDeg: number
  westDeg: number
  eastDeg: number
}

/** Box with a time interval. */
export interface Cell extends Box {
  fromUs: number
  toUs: number
}

export const openPositions = (columns: Store): Positions => ({
  movement: (intervals) => readMovement(columns, intervals),
  sparse: (intervals, everyUs) => readSparse(columns, intervals, everyUs),
  tracksIn: (vesselNumbers, cells) => readTracksIn(columns, vesselNumbers, cells),
  inBox: (fleet, box) => readInBox(columns, fleet, box),
  ships: (interval) => readShips(columns, interval),
  targets: (vesselNumbers, since, most) => readTargets(columns, vesselNumbers, since, most),
})

const ROW_BYTES = 4 + 8 + 4 + 4 + 2 + 1 + 4

async function readMovement(columns: Store, intervals: readonly VesselInterval[]): Promise<Movement[]> {
  if (intervals.length === 0) return []
  const where = intervalsSql(intervals)
  const [accepted, reported] = await Promise.all([
    columns.sources.fixesSql(intervals),
    columns.sources.reportedSql(intervals, [{ key: 'sog', instance: 0 }]),
  ])
  const bytes = await columns.rowBinary(`
    SELECT vessel, us, latitude, longitude, hdop, valid, sog FROM (
      SELECT vessel, toUnixTimestamp64Micro(time) AS us, latitude, longitude, hdop, valid, toInt32(${NULL_VALUE}) AS sog
      FROM telemetry.fixes FINAL PREWHERE (${where})${accepted}
      UNION ALL
      SELECT vessel, toUnixTimestamp64Micro(time) AS us, toInt32(${NULL_VALUE}), toInt32(${NULL_VALUE}), toInt16(${NO_HDOP}), toUInt8(0), value
      FROM telemetry.scalars FINAL PREWHERE series = ${SERIES.sog.number} AND instance = 0 AND (${where})${reported}
    ) ORDER BY vessel, us`)
  return merge(bytes)
}

async function readSparse(
  columns: Store,
  intervals: readonly VesselInterval[],
  everyUs: number,
): Promise<Movement[]> {
  if (intervals.length === 0) return []
  const accepted = await columns.sources.fixesSql(intervals)
  // Without FINAL: repeated rows of a time make no difference here.
  const bytes = await columns.rowBinary(`
    SELECT vessel, toUnixTimestamp64Micro(max(time)) AS us, argMax(latitude, time), argMax(longitude, time),
      argMax(hdop, time), toUInt8(1), toInt32(${NULL_VALUE})
    FROM telemetry.fixes PREWHERE (${intervalsSql(intervals)})${accepted} WHERE valid = 1
    GROUP BY vessel, intDiv(toUnixTimestamp64Micro(time), ${integer(everyUs)}) ORDER BY vessel, us`)
  return merge(bytes)
}

function merge(bytes: Buffer): Movement[] {
  const rows = new RowReader(bytes)
  // One allocation for all vessels; each gets a section of it.
  const all = emptyColumns(bytes.length / ROW_BYTES)
  const movements: Movement[] = []
  let used = 0
  for (let first = 0, vesselNumber = -1; ; ) {
    const next = rows.more ? rows.uint32() : null
    if (next !== vesselNumber) {
      if (used > first) movements.push({ vesselNumber, ...intervalOf(all, first, used) })
      if (next === null) return movements
      first = used
      vesselNumber = next
    }
    const timeUs = rows.int64()
    if (used === first || all.timeUs[used - 1] !== timeUs) all.timeUs[used++] = timeUs
    const row = used - 1
    const latitude = rows.int32()
    const longitude = rows.int32()
    const hdop = rows.int16()
    const valid = rows.uint8()
    const sog = rows.int32()
    if (latitude !== NULL_VALUE) {
      all.latitudeDeg[row] = latitude * DEGREE_STEP
      all.longitudeDeg[row] = longitude * DEGREE_STEP
      all.hdop[row] = hdop === NO_HDOP ? Number.NaN : hdop / 100
      all.valid[row] = valid
    }
    if (sog !== NULL_VALUE) all.sogMps[row] = fromSteps('sog', sog)
  }
}

type MovementColumns = Omit<Movement, 'vesselNumber'>

const nans = (length: number) => new Float64Array(length).fill(Number.NaN)

const emptyColumns = (length: number): MovementColumns => ({
  timeUs: new Float64Array(length),
  latitudeDeg: nans(length),
  longitudeDeg: nans(length),
  hdop: nans(length),
  valid: new Uint8Array(length),
  sogMps: nans(length),
})

const intervalOf = (all: MovementColumns, first: number, end: number): MovementColumns => ({
  timeUs: all.timeUs.subarray(first, end),
  latitudeDeg: all.latitudeDeg.subarray(first, end),
  longitudeDeg: all.longitudeDeg.subarray(first, end),
  hdop: all.hdop.subarray(first, end),
  valid: all.valid.subarray(first, end),
  sogMps: all.sogMps.subarray(first, end),
})

async function readShips(columns: Columns, interval: VesselInterval): Promise<Track[]> {
  const rows = await columns.rows<{
    mmsi: number
    name: string
    us: number
    latitude: number
    longitude: number
    sog: number
    cog: number
  }>(`SELECT mmsi, name, toUnixTimestamp64Micro(time) AS us, latitude, longitude, sog, cog
      FROM telemetry.ais FINAL WHERE ${intervalSql(interval)} ORDER BY mmsi, us`)
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

async function readTargets(
  columns: Columns,
  vesselNumbers: readonly number[],
  { placedUs, namedUs, areBeacons }: TargetsSince,
  most: number,
): Promise<Target[]> {
  if (vesselNumbers.length === 0) return []
  const isBeacon = `intDiv(mmsi, 1000000) IN (${BEACON_PREFIXES.map(integer).join(', ')})`
  const placed = `latitude != ${NULL_VALUE} AND longitude != ${NULL_VALUE} AND time >= ${instantSql(placedUs)}`
  const rows = await columns.rows<{
    mmsi: number
    shipName: string
    kind: number
    us: number
    last_latitude: number
    last_longitude: number
    speed: number
    course: number
    by: number
  }>(`SELECT mmsi, argMaxIf(name, time, name != '') AS shipName, argMaxIf(ship_type, time, ship_type > 0) AS kind,
        toUnixTimestamp64Micro(maxIf(time, ${placed})) AS us,
        argMaxIf(latitude, time, ${placed}) AS last_latitude, argMaxIf(longitude, time, ${placed}) AS last_longitude,
        argMaxIf(sog, time, ${placed}) AS speed, argMaxIf(cog, time, ${placed}) AS course,
        argMaxIf(vessel, time, ${placed}) AS by
      FROM telemetry.ais
      WHERE vessel IN (${vesselNumbers.map(integer).join(', ')}) AND time >= ${instantSql(Math.min(placedUs, namedUs))}${areBeacons ? ` AND ${isBeacon}` : ''}
      GROUP BY mmsi HAVING us > 0 ORDER BY ${isBeacon} DESC, us DESC LIMIT ${integer(most)}`)
  return rows.map(({ mmsi, shipName, kind, us, speed, course, by, ...last }) => ({
    mmsi,
    name: shipName || null,
    shipType: kind || null,
    timeUs: Number(us),
    latitudeDeg: last.last_latitude * DEGREE_STEP,
    longitudeDeg: last.last_longitude * DEGREE_STEP,
    sogMps: speed === NULL_VALUE ? Number.NaN : speed * 0.001,
    cogRad: course === NULL_VALUE ? Number.NaN : course * 0.0001,
    vesselNumber: by,
  }))
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

/** Longest time for which a fix takes the last course and speed reported before it. */
const COURSE_HOLD_US = 10_000_000

async function readTracksIn(
  columns: Store,
  vesselNumbers: readonly number[],
  cells: readonly Cell[],
): Promise<Track[]> {
  if (vesselNumbers.length === 0 || cells.length === 0) return []
  const accepted = await columns.sources.fixesSql(
    vesselNumbers.flatMap((vesselNumber) =>
      cells.map(({ fromUs, toUs }) => ({ vesselNumber, fromUs, toUs })),
    ),
  )
  const bytes = await columns.rowBinary(`
    SELECT vessel, toUnixTimestamp64Micro(max(time)) AS us, argMax(latitude, time), argMax(longitude, time)
    FROM telemetry.fixes FINAL
    WHERE vessel IN (${vesselNumbers.map(integer).join(', ')}) AND valid = 1 AND (${cells.map(cellSql).join(' OR ')})${accepted}
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

const cellSql = ({ fromUs, toUs, ...box }: Cell) =>
  `(time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)} AND ${boxSql(box)})`

const scaled = (deg: number) => integer(Math.round(deg / DEGREE_STEP))

function boxSql({ southDeg, northDeg, westDeg, eastDeg }: Box): string {
  const join = westDeg <= eastDeg ? 'AND' : 'OR'
  return `latitude >= ${scaled(southDeg)} AND latitude <= ${scaled(northDeg)}
    AND (longitude >= ${scaled(westDeg)} ${join} longitude <= ${scaled(eastDeg)})`
}

async function addCourses(columns: Store, tracks: readonly Track[]) {
  const reported = await readSampleColumns(
    columns,
    tracks.map(({ id, timeUs }) => ({
      vesselNumber: id,
      fromUs: (timeUs[0] ?? 0) - COURSE_HOLD_US,
      toUs: timeUs.at(-1) ?? 0,
    })),
    ['sog', 'cog'],
  )
  for (const track of tracks) {
    const lastReported = (key: SeriesKey) => {
      const samples = reported.find(
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
    track.sogMps = lastReported('sog')
    track.cogRad = lastReported('cog')
  }
}

async function readInBox(columns: Columns, fleet: Fleet, box: Box): Promise<QuarterHourStarts> {
  return timesByVessel(
    await columns.rowBinary(
      `SELECT vessel, ${QUARTER_HOUR_START_SQL} AS quarter_hour FROM telemetry.fixes ${fleetSql(fleet)} AND ${boxSql(box)} ${BY_QUARTER_HOUR_SQL}`,
    ),
  )
}

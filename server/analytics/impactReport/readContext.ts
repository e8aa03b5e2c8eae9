import {
  DERATE_SPN,
  N2K_POWER_REDUCTION,
  N2K_SHUTTING_DOWN,
  SHUTDOWN_SPNS,
} from '#contract/domain/reading.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { degToRad, radToDeg, wrap180 } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { Cell, Movement, Track } from '#server/telemetry/positions.ts'
import type { SampleColumns } from '#server/telemetry/series.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { acceptedDepths, positionAt, type Samples } from './circumstances.ts'

/** All stored data that concerns events of one vessel within some hours. */
export interface EventContext {
  fixes: Pick<Movement, 'timeUs' | keyof Position>
  sog: Samples
  cog: Samples
  engines: Samples[]
  depthBelowSurface: Samples
  depthBelowTransducer: Samples
  ships: Track[]
  fleet: Track[]
  /** When an engine began to protect itself. */
  powerReducedUs: number[]
}

/** Context before and after an event: the last minute of other boats, ten seconds of soundings and engines. */
const BEFORE_US = 60 * SECOND_US
const AFTER_US = 11 * SECOND_US
const HDOP_MAX = 5
/**
 * Distance from the track within which other vessels of the fleet are searched: 2 km, and a minute at 40 kn.
 */
const SEARCH_M = 3300
/** All events of this time share one search cell. */
const CELL_US = 300 * SECOND_US
/** "Engine protection is approaching shutdown" and "has shut down the engine", of J1939-71, and their like. */
const PROTECTION_SPNS = [...SHUTDOWN_SPNS, DERATE_SPN, N2K_POWER_REDUCTION, N2K_SHUTTING_DOWN]
/** An active code is repeated each second; after a silence it has begun again. */
const REPEATS_US = 5 * SECOND_US

/** Reads it in a handful of questions, for events in time order. */
export async function readContext(
  telemetry: Telemetry,
  vesselNumber: number,
  fleetNumbers: readonly number[],
  eventUs: readonly number[],
): Promise<EventContext> {
  const fromUs = (eventUs[0] ?? 0) - BEFORE_US
  const toUs = (eventUs.at(-1) ?? 0) + AFTER_US
  const interval = { vesselNumber, fromUs, toUs }
  const [[movement], reported, ships, faults] = await Promise.all([
    telemetry.positions.movement([interval]),
    telemetry.series.sampleColumns(
      [interval],
      ['cog', 'engine_speed', 'depth_below_surface', 'depth_below_transducer'],
    ),
    telemetry.positions.ships(interval),
    telemetry.engines.faultTimes(interval, PROTECTION_SPNS),
  ])
  const { fixes, sog } = split(movement)
  const one = (key: SampleColumns['key']) =>
    reported.find((series) => series.key === key && series.instance === 0) ?? NOTHING
  return {
    fixes,
    sog,
    cog: one('cog'),
    engines: reported.filter(({ key }) => key === 'engine_speed'),
    depthBelowSurface: acceptedDepths(one('depth_below_surface')),
    depthBelowTransducer: acceptedDepths(one('depth_below_transducer')),
    ships,
    fleet: await telemetry.positions.tracksIn(fleetNumbers, cellsAround(fixes, eventUs)),
    powerReducedUs: begun(faults),
  }
}

const NOTHING: Samples = { timeUs: [], value: [] }

/** Plausible fixes, and the samples that came with a speed. */
function split(movement: Movement | undefined): Pick<EventContext, 'fixes' | 'sog'> {
  const known: number[] = []
  const sog = { timeUs: [] as number[], value: [] as number[] }
  for (let i = 0; movement && i < movement.timeUs.length; i++) {
    const us = movement.timeUs[i] as number
    const speed = movement.sogMps[i] as number
    if (!Number.isNaN(speed)) {
      sog.timeUs.push(us)
      sog.value.push(speed)
    }
    const latitudeDeg = movement.latitudeDeg[i] as number
    const longitudeDeg = movement.longitudeDeg[i] as number
    const isKnown = !Number.isNaN(latitudeDeg) && !(latitudeDeg === 0 && longitudeDeg === 0)
    if (isKnown && movement.valid[i] === 1 && !((movement.hdop[i] as number) > HDOP_MAX)) known.push(i)
  }
  const column = (values: ArrayLike<number> = []) => Float64Array.from(known, (i) => values[i] as number)
  const fixes = {
    timeUs: column(movement?.timeUs),
    latitudeDeg: column(movement?.latitudeDeg),
    longitudeDeg: column(movement?.longitudeDeg),
  }
  return { fixes, sog }
}

/** Cells and times in which other vessels of the fleet matter. */
function cellsAround(fixes: EventContext['fixes'], eventUs: readonly number[]): Cell[] {
  const cells = new Map<number, Cell>()
  for (const us of eventUs) {
    const place = positionAt(fixes, us)
    if (!place) continue
    const northDeg = radToDeg(SEARCH_M / EARTH_RADIUS_M)
    const eastDeg = northDeg / Math.max(0.01, Math.cos(degToRad(place.latitudeDeg)))
    const around = {
      fromUs: us - BEFORE_US,
      toUs: us,
      southDeg: place.latitudeDeg - northDeg,
      northDeg: place.latitudeDeg + northDeg,
      westDeg: wrap180(place.longitudeDeg - eastDeg),
      eastDeg: wrap180(place.longitudeDeg + eastDeg),
    }
    const key = Math.floor(us / CELL_US)
    const known = cells.get(key)
    cells.set(key, known ? joined(known, around) : around)
  }
  return [...cells.values()]
}

/** Cells that the antimeridian parts are few and stay as wide as the sea. */
function joined(a: Cell, b: Cell): Cell {
  const parted = a.westDeg > a.eastDeg || b.westDeg > b.eastDeg
  return {
    fromUs: Math.min(a.fromUs, b.fromUs),
    toUs: Math.max(a.toUs, b.toUs),
    southDeg: Math.min(a.southDeg, b.southDeg),
    northDeg: Math.max(a.northDeg, b.northDeg),
    westDeg: parted ? -180 : Math.min(a.westDeg, b.westDeg),
    eastDeg: parted ? 180 : Math.max(a.eastDeg, b.eastDeg),
  }
}

/** First times of each run of an active code. */
function begun(faults: readonly { timeUs: number; instance: number; spn: number }[]): number[] {
  const lastUs = new Map<string, number>()
  return faults.flatMap(({ timeUs, instance, spn }) => {
    const name = `${spn} ${instance}`
    const sinceUs = timeUs - (lastUs.get(name) ?? Number.NEGATIVE_INFINITY)
    lastUs.set(name, timeUs)
    return sinceUs > REPEATS_US ? [timeUs] : []
  })
}

import { buffer, json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { DAY_MS, DAY_US, HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { radToDeg } from '#contract/domain/units.ts'
import {
  MOST_SEA_POINTS,
  packSeaValue,
  pointsOf,
  SEA_SERIES_NAMES,
  SEA_STEP_S,
  SEA_STEPS,
  type SeaForecast,
  type SeaGrid,
  type SeaSeries,
} from '#contract/wire/seaForecast.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import {
  SEA,
  seaNoteKey,
  seaValuesKey,
  seaWantedKey,
  valuesOfSea,
  wantedSea,
} from '#server/files/sharedKeys.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import { giveWay } from '#server/platform/giveWay.ts'
import { jobTrigger, onJobWanted } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import { openRounds } from '#server/platform/rounds.ts'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { recentPositions } from '#server/records/vesselStates.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { ForecastKey, ForecastSource, HourlyForecast } from './forecastSource.ts'
import { placesOf, seaPatches } from './seaPatches.ts'

/** Shortest time between two grids of an organization: models are not newer. */
const FETCH_EVERY_MS = 3 * HOUR_MS
const RETRY_MS = 15 * MINUTE_MS
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** A grid is fetched as long as a user asked for it in this time; then it is removed. */
const WANTED_MS = DAY_MS
/** A request within this time of the one before is not noted again. */
const NOTED_AGAIN_MS = HOUR_MS
/** Vessels that have been silent for longer have no waters. */
const RECENT_US = 30 * DAY_US
/** Calls of the present UTC day, in the settings of the records. */
const SPENT = 'sea.calls'

/** State of an organization's grid, which only the fetching process writes. */
interface Note {
  grid: SeaGrid | null
  triedMs: number
  problem: SeaForecast['problem'] | 'empty'
}

const KEYS: Readonly<Record<SeaSeries, ForecastKey>> = {
  wind_speed: 'wind_speed_fc',
  wind_direction: 'wind_direction',
  wave_height: 'wave_height_fc',
  wave_direction: 'wave_direction',
  wave_period: 'wave_period',
  current_speed: 'current_speed',
  current_direction: 'current_direction',
}

export interface SeaForecasts {
  /** The grid of an organization; notes that one is wanted. */
  of(organizationId: string): Promise<SeaForecast>
  /** Values of a version, packed by gzip; null for any other version than the newest two. */
  values(organizationId: string, version: string): Promise<Buffer | null>
  /** Fetches wanted grids, in one process at a time. */
  startFetching(): SeaFetching
}

export interface SeaFetching {
  /** Fetches every grid that is due. */
  drain(): Promise<void>
  close(): Promise<void>
}

interface Given {
  db: Db
  /**
   * A grid is a file per organization: it is large, is written and read whole, and is made again after a loss, so backups
   * of the records need not contain it.
   */
  files: FileStore
  bus: Bus
  clock: Clock
  log: Log
  source: ForecastSource | null
  /** Most calls that the source may count in a UTC day; 0 switches the grids off. */
  callsPerDay: number
}

class DailyLimit extends Error {}

export function openSeaForecasts(given: Given): SeaForecasts {
  const { db, files, bus, clock, log, callsPerDay } = given
  const source = callsPerDay > 0 ? given.source : null
  const job = jobTrigger(bus, 'sea')
  const notedMs = new Map<string, number>()

  async function readNote(organizationId: string): Promise<Note | null> {
    const content = await files.get(seaNoteKey(organizationId))
    return content && ((await json(content)) as Note)
  }

  async function noteWanted(organizationId: string) {
    const nowMs = clock.nowMs()
    if (nowMs - (notedMs.get(organizationId) ?? Number.NEGATIVE_INFINITY) < NOTED_AGAIN_MS) return
    await files.put(seaWantedKey(organizationId), Buffer.from(JSON.stringify({ atMs: nowMs })))
    notedMs.set(organizationId, nowMs)
    job.wake()
  }

  /** Organizations whose users asked for a grid lately; removes the grids of others. */
  async function wantedNow(): Promise<string[]> {
    const wanted: string[] = []
    const keys: string[] = []
    for await (const { key } of files.list(SEA)) keys.push(key)
    for (const organizationId of keys.flatMap((key) => wantedSea(key) ?? [])) {
      const content = await files.get(seaWantedKey(organizationId))
      const { atMs = 0 } = content ? ((await json(content)) as { atMs?: number }) : {}
      if (clock.nowMs() - atMs < WANTED_MS) wanted.push(organizationId)
      else for (const key of keys) if (key.startsWith(`${SEA}/${organizationId}`)) await files.delete(key)
    }
    return wanted
  }

  const today = () => new Date(clock.nowMs()).toISOString().slice(0, 10)
  async function spentToday(): Promise<number> {
    const spent = await readSetting<{ day: string; calls: number }>(db, SPENT)
    return spent?.day === today() ? spent.calls : 0
  }
  async function requireRoom(calls: number) {
    if (calls > 0 && (await spentToday()) + calls > callsPerDay) throw new DailyLimit()
  }
  async function spend(calls: number) {
    await requireRoom(calls)
    await writeSetting(db, SPENT, { day: today(), calls: (await spentToday()) + calls })
  }

  async function fetchGrid(
    from: ForecastSource,
    organizationId: string,
    sharers: number,
    signal: AbortSignal,
  ) {
    const nowMs = clock.nowMs()
    const note = await readNote(organizationId)
    const { callsPerPoint } = from
    // Every organization may spend an equal part of the day's calls, at least for one grid a day.
    const share = callsPerPoint > 0 ? callsPerDay / callsPerPoint / sharers : Number.POSITIVE_INFINITY
    const ageMs = nowMs - (note?.grid ? Date.parse(note.grid.fetched_at) : 0)
    if (note?.problem && nowMs - note.triedMs < RETRY_MS) return
    if (ageMs < FETCH_EVERY_MS) return
    const keep = (problem: Note['problem'], grid = note?.grid ?? null) =>
      files.put(
        seaNoteKey(organizationId),
        Buffer.from(JSON.stringify({ grid, triedMs: nowMs, problem } satisfies Note)),
      )
    const places = await recentPositions(db, organizationId, nowMs * 1000 - RECENT_US)
    if (places.length === 0) return keep('empty', null)
    const found = seaPatches(places, Math.min(MOST_SEA_POINTS, Math.floor(share)))
    if (!found) return keep('limit')
    const points = pointsOf(found.patches)
    // Spreads the grids over the day, where the calls do not suffice for one every three hours.
    if (ageMs < (DAY_MS * points) / share) return
    const startMs = Math.floor(nowMs / FETCH_EVERY_MS) * FETCH_EVERY_MS - DAY_MS
    const timeUs = Array.from({ length: SEA_STEPS }, (_, step) => (startMs + step * SEA_STEP_S * 1000) * 1000)
    try {
      await requireRoom(points * callsPerPoint)
      const forecasts = await from.grid({ places: placesOf(found), timeUs, spend, signal })
      const version = nowMs.toString(36)
      await files.put(seaValuesKey(organizationId, version), await pack(forecasts))
      await keep(null, {
        version,
        fetched_at: new Date(nowMs).toISOString(),
        ...{ start_time: new Date(startMs).toISOString(), step_s: SEA_STEP_S, steps: SEA_STEPS },
        ...{ step_deg: found.stepDeg, patches: found.patches },
      })
      await removeOld(organizationId, [version, note?.grid?.version])
    } catch (error) {
      if (signal.aborted) return
      const problem = error instanceof DailyLimit ? 'limit' : 'away'
      log.warn('the sea of the map could not be fetched', { organizationId, problem, error })
      await keep(problem)
    }
  }

  /** Keeps the version before for browsers that have just read its description. */
  async function removeOld(organizationId: string, kept: readonly (string | undefined)[]) {
    const keys: string[] = []
    for await (const { key } of files.list(SEA)) keys.push(key)
    for (const key of keys) {
      const version = valuesOfSea(key, organizationId)
      if (version !== undefined && !kept.includes(version)) await files.delete(key)
    }
  }

  return {
    async of(organizationId) {
      if (!source) return { state: 'off', source: null, is_made: false, problem: null, grid: null }
      const { name, isMade } = source
      const about = { source: name, is_made: isMade }
      await noteWanted(organizationId)
      const note = await readNote(organizationId)
      const problem = note?.problem ?? null
      if (problem === 'empty') return { ...about, state: 'empty', problem: null, grid: null }
      const grid = note?.grid ?? null
      return { ...about, state: grid ? 'ready' : 'waiting', problem, grid }
    },
    async values(organizationId, version) {
      if (!/^[\da-z]+$/.test(version)) return null
      const content = await files.get(seaValuesKey(organizationId, version))
      return content && buffer(content)
    },
    startFetching() {
      const leaving = new AbortController()
      const rounds = openRounds(
        async () => {
          const wanted = source ? await wantedNow() : []
          for (const organizationId of wanted) {
            if (!source || leaving.signal.aborted) return
            await fetchGrid(source, organizationId, wanted.length, leaving.signal)
          }
        },
        {
          everyMs: LOOK_EVERY_MS,
          onFailure: (error) => log.warn('the sea of the map could not be looked after', { error }),
        },
      )
      const leave = onJobWanted(bus, 'sea', rounds)
      if (source) rounds.start()
      return {
        drain: () => rounds.drain(),
        async close() {
          leave()
          leaving.abort()
          await rounds.close()
        },
      }
    },
  }
}

/** Values of a grid in the order and the parts of the wire, packed. */
async function pack(forecasts: readonly HourlyForecast[]): Promise<Buffer> {
  const packed = Buffer.alloc(2 * SEA_SERIES_NAMES.length * SEA_STEPS * forecasts.length)
  let at = 0
  for (const series of SEA_SERIES_NAMES) {
    for (let step = 0; step < SEA_STEPS; step++) {
      await giveWay()
      for (const { values } of forecasts) {
        const stored = values[KEYS[series]]?.[step] ?? null
        const isAngle = series.endsWith('direction')
        const value = stored !== null && isAngle ? radToDeg(stored) : stored
        at = packed.writeInt16LE(packSeaValue(series, value), at)
      }
    }
  }
  return promisify(gzip)(packed)
}

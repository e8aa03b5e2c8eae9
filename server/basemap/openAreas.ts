import { hash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PMTiles, zxyToTileId } from 'pmtiles'
import { AREA_PROBLEMS, type Area, type AreaProblem, type AreaWanted, MOST_AREAS } from '#contract/area.ts'
import { LEAST_AREA_ZOOM } from '#contract/areaZooms.ts'
import type { BasemapIndex } from '#contract/basemap.ts'
import { Problem, type ProblemCode } from '#contract/errors.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { entryOf, touchesTile } from './areaTiles.ts'
import { OPENSTREETMAP } from './attribution.ts'
import { type AreaPlan, fetchArea, openSource, planArea } from './fetchArea.ts'
import { fileSource } from './fileSource.ts'
import { AreaRefused, MOST_BYTES_AT_ONCE } from './rangeSource.ts'

/** Areas in harbour detail: each a file that says what was wanted and how far it is, and one with its tiles. */
export interface Areas {
  list(): Promise<Area[]>
  /** What keeping it would take; throws Problems where that cannot be said. */
  preview(wanted: Omit<AreaWanted, 'name'>): Promise<AreaPreview>
  /** Resolves when it will be fetched, whatever happens to this process. Throws Problems. */
  keep(wanted: AreaWanted): Promise<Area>
  /** These answer null where there is no such area. */
  stop(id: string): Promise<Area | null>
  resume(id: string): Promise<Area | null>
  remove(id: string): Promise<Area | null>
  /** What the map draws of them. */
  shown(): Promise<BasemapIndex['areas']>
  /** `missing` where an area covers it with a tile that is less deep; null where none does. */
  tile(z: number, x: number, y: number): Promise<Uint8Array | 'missing' | null>
  /** Resolves when nothing is left that can be fetched now; for tests and commands. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface AreaPreview {
  minzoom: number
  maxzoom: number
  tile_count: number
  bytes: number
  limit_bytes: number
  used_bytes: number
  problem: 'areaTooLarge' | 'areaDiskFull' | 'areaTwice' | null
}

interface AreasOptions {
  folder: string
  /** A world file; else the newest daily build of Protomaps. */
  sourceUrl?: string | undefined
  /** What all areas may take together. */
  mostBytes: number
  bus: Bus
  log: Log
  clock: Clock
  /** What must stay free on the disk. */
  freeBytes?: number
  retryMs?: number
}

/** The stores live on the same disk and need it more. */
const FREE_BYTES = 2e9
const RETRY_MS = 60_000
/** How long a world that was opened for a preview stays so. */
const PREVIEW_MS = 300_000
/** An area lies there twice until its archive is complete. */
const COPIES = 2

/** What a file says of an area. */
interface NotedArea extends Area {
  /** Of the world file that it is of, so that a new daily build does not begin it anew. */
  source: string | null
}

interface Known extends NotedArea {
  /** Of one that is kept. */
  archive?: { pmtiles: PMTiles; handle: FileHandle; attribution: string; layers: string[] }
}

export async function openAreas(given: AreasOptions): Promise<Areas> {
  const { sourceUrl, mostBytes, bus, log, clock, freeBytes = FREE_BYTES, retryMs = RETRY_MS } = given
  const folder = resolve(given.folder)
  await mkdir(folder, { recursive: true })
  const known = new Map<string, Known>()
  let running: { id: string; leaving: AbortController; done: Promise<void> } | undefined
  let working: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  let looking: Promise<void> | undefined
  let noting: Promise<unknown> = Promise.resolve()

  const changed = () => bus.publish({ type: 'basemap.changed' })
  const archiveOf = (id: string) => join(folder, `${id}.pmtiles`)

  /** What a command laid there in the meantime is found, and what somebody took away is forgotten. */
  function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function lookNow() {
    const names = readdirSync(folder)
    for (const name of names) {
      const id = /^([\da-f-]{36})\.json$/.exec(name)?.[1]
      if (!id || known.has(id)) continue
      try {
        await take(JSON.parse(readFileSync(noteOf(folder, id), 'utf8')) as NotedArea, names)
      } catch (error) {
        log.warn('an area of the map cannot be read', { id, error })
      }
    }
    for (const area of known.values())
      if (area.state === 'kept' && !existsSync(archiveOf(area.id))) await forget(area)
  }

  async function take(noted: NotedArea, names: readonly string[]) {
    const area: Known = { ...noted }
    // A removal was interrupted, or somebody took it away.
    if (area.state === 'kept' && !existsSync(archiveOf(area.id))) return rm(noteOf(folder, area.id))
    if (area.state === 'kept') await openArchive(area)
    else {
      const begun = names.find((name) => name.startsWith(`${area.id}.pmtiles.`) && name.endsWith('.fetched'))
      area.fetched_bytes = begun ? statSync(join(folder, begun)).size : 0
      if (area.state === 'running') area.state = 'waiting'
    }
    known.set(area.id, area)
  }

  async function openArchive(area: Known) {
    const handle = await open(archiveOf(area.id))
    const pmtiles = new PMTiles(fileSource(handle, archiveOf(area.id), MOST_BYTES_AT_ONCE))
    const { attribution, vector_layers } = (await pmtiles.getMetadata()) as {
      attribution?: unknown
      vector_layers?: { id: string }[]
    }
    area.archive = {
      ...{ pmtiles, handle, layers: vector_layers?.map(({ id }) => id) ?? [] },
      attribution: typeof attribution === 'string' ? attribution : OPENSTREETMAP,
    }
  }

  async function forget(area: Known) {
    known.delete(area.id)
    await area.archive?.handle.close()
  }

  /** Says what changed and lays it down for good, one after the other. */
  async function set(area: Known, change: Partial<NotedArea>) {
    Object.assign(area, change)
    const { archive: _, ...noted } = area
    const written = noting.then(() => noteArea(folder, noted))
    noting = written.catch(() => undefined)
    await written
  }

  const usedBytes = (without?: string) =>
    [...known.values()].reduce(
      (sum, { id, bytes, fetched_bytes }) => sum + (id === without ? 0 : (bytes ?? fetched_bytes)),
      0,
    )

  async function roomFor(bytes: number, there = 0) {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize - (COPIES * bytes - there) > freeBytes
  }

  const twice = ({ bounds, maxzoom }: Omit<AreaWanted, 'name'>) =>
    [...known.values()].some((area) => area.maxzoom === maxzoom && String(area.bounds) === String(bounds))

  /** The world file at an address of the operator's, or of the newest of the daily builds that is there. */
  async function openWorld(noted: string | null, leaving?: AbortSignal): Promise<PMTiles> {
    if (sourceUrl) return openSource(sourceUrl, leaving)
    const urls = [...(noted ? [noted] : []), ...dailyBuilds(clock.nowMs())]
    let missing: unknown
    for (const url of urls) {
      try {
        return await openSource(url, leaving)
      } catch (error) {
        if (!(error instanceof AreaRefused) || error.problem !== 'areaSourceMissing') throw error
        missing = error
      }
    }
    throw missing
  }

  /** Opened for a preview, since whoever draws an area asks for many. */
  let world: { archive: Promise<PMTiles>; untilMs: number } | undefined
  const previewWorld = () => {
    if (!world || world.untilMs < clock.nowMs())
      world = { archive: openWorld(null), untilMs: clock.nowMs() + PREVIEW_MS }
    return world.archive
  }

  const toWant = (wanted: Omit<AreaWanted, 'name'> & { name?: string }) => ({
    name: wanted.name ?? '',
    bounds: wanted.bounds,
    minzoom: LEAST_AREA_ZOOM,
    maxzoom: wanted.maxzoom,
  })

  function wake() {
    clearTimeout(retry)
    retry = undefined
    working = working.then(fetchAll).catch((error) => log.error('keeping areas failed', { error }))
  }

  async function fetchAll() {
    while (!isClosed && !retry) {
      const next = [...known.values()]
        .filter(({ state }) => state === 'waiting')
        .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]
      if (!next) return
      const leaving = new AbortController()
      const done = fetchOne(next, leaving.signal)
      running = { id: next.id, leaving, done }
      await done
      running = undefined
    }
  }

  async function fetchOne(area: Known, signal: AbortSignal) {
    const { id } = area
    try {
      await set(area, { state: 'running', problem: null })
      const archive = await openWorld(area.source, signal)
      const plan = await planArea(archive, toWant(area))
      signal.throwIfAborted()
      if (usedBytes(id) + plan.bytes > mostBytes)
        throw new AreaRefused('areaTooLarge', 'more than all areas may take together')
      await set(area, { source: archive.source.getKey(), ...zoomsOf(plan), bytes: plan.bytes })
      await fetchArea(archive, plan, archiveOf(id), {
        signal,
        async onBytes(bytes) {
          area.fetched_bytes = bytes
          if (!(await roomFor(plan.bytes, bytes)))
            throw new AreaRefused('areaDiskFull', 'little room is left')
        },
      })
      await openArchive(area)
      const { size } = await stat(archiveOf(id))
      await set(area, {
        ...{ state: 'kept', bytes: size, fetched_bytes: size, problem: null },
        kept_at: new Date(clock.nowMs()).toISOString(),
      })
      await rmOthers(area)
      log.info('an area of the map is kept', { id, bytes: size })
    } catch (error) {
      // Whoever stopped it says what it is now; a restart goes on.
      if (signal.aborted) return
      const problem = problemOf(error)
      log.warn('an area of the map could not be kept', { id, problem, error })
      const isAway = problem === 'areaSourceAway'
      if (isAway && !isClosed) retry = setTimeout(wake, retryMs).unref()
      const change = { state: isAway ? 'waiting' : 'failed', problem } as const
      // A full disk may not even take this note.
      await set(area, change).catch(() => Object.assign(area, change))
    } finally {
      changed()
    }
  }

  /** What was fetched of another build. */
  async function rmOthers({ id }: Area) {
    for (const name of await readdir(folder))
      if (name.startsWith(`${id}.pmtiles.`)) await rm(join(folder, name), { force: true })
  }

  async function interrupt(id: string) {
    if (running?.id !== id) return
    running.leaving.abort()
    await running.done
  }

  /** The newest first: where two overlap it is the one that is seen. */
  const keptOf = () =>
    [...known.values()]
      .filter(({ state, archive }) => state === 'kept' && archive)
      .sort((a, b) => ((a.kept_at ?? '') < (b.kept_at ?? '') ? 1 : -1))

  const answer = (area: Known): Area => {
    const { archive: _, source: __, ...rest } = area
    return rest
  }

  await look()
  wake()

  return {
    async list() {
      await look()
      return [...known.values()]
        .map(answer)
        .sort((a, b) => a.name.localeCompare(b.name) || (a.created_at < b.created_at ? -1 : 1))
    },
    async preview(wanted) {
      const plan = await previewWorld()
        .then((archive) => planArea(archive, toWant(wanted)))
        .catch((error) => {
          const problem = problemOf(error)
          // A world that was replaced, or that could not be had, is opened anew.
          if (problem !== 'areaTooLarge' && problem !== 'areaEmpty') world = undefined
          if (problem === 'areaBroken') throw error
          throw new Problem(CODES[problem] ?? 'unavailable', AREA_PROBLEMS[problem])
        })
      const used = usedBytes()
      return {
        ...zoomsOf(plan),
        tile_count: plan.tiles.length,
        bytes: plan.bytes,
        limit_bytes: mostBytes,
        used_bytes: used,
        problem: twice(wanted)
          ? 'areaTwice'
          : used + plan.bytes > mostBytes
            ? 'areaTooLarge'
            : (await roomFor(plan.bytes))
              ? null
              : 'areaDiskFull',
      }
    },
    async keep(wanted) {
      if (twice(wanted)) throw new Problem('conflict', AREA_PROBLEMS.areaTwice)
      if (known.size >= MOST_AREAS) throw new Problem('too_many', AREA_PROBLEMS.areaTooMany)
      const area: Known = {
        ...{ ...wanted, id: randomUUID(), state: 'waiting', minzoom: LEAST_AREA_ZOOM, bytes: null },
        ...{ fetched_bytes: 0, problem: null, source: null, kept_at: null },
        created_at: new Date(clock.nowMs()).toISOString(),
      }
      // Known before it is laid down, so that the same asked for meanwhile is refused.
      known.set(area.id, area)
      try {
        await set(area, {})
      } catch (error) {
        known.delete(area.id)
        throw error
      }
      wake()
      changed()
      return answer(area)
    },
    async stop(id) {
      const area = known.get(id)
      if (!area) return null
      await interrupt(id)
      if (area.state === 'running' || area.state === 'waiting')
        await set(area, { state: 'stopped', problem: null })
      changed()
      return answer(area)
    },
    async resume(id) {
      const area = known.get(id)
      if (!area) return null
      if (area.state === 'stopped' || area.state === 'failed' || area.problem)
        await set(area, { state: 'waiting', problem: null })
      wake()
      changed()
      return answer(area)
    },
    async remove(id) {
      const area = known.get(id)
      if (!area) return null
      await interrupt(id)
      await forget(area)
      await noting
      // The note goes last: it is how what an interruption leaves is found.
      for (const name of await readdir(folder))
        if (name.startsWith(`${id}.pmtiles`)) await rm(join(folder, name), { force: true })
      await rm(noteOf(folder, id), { force: true })
      changed()
      return answer(area)
    },
    async shown() {
      await look()
      const kept = keptOf()
      if (kept.length === 0) return null
      const credits = new Set(kept.map(({ archive }) => archive?.attribution ?? ''))
      return {
        source: {
          ...{ kind: 'tiles', format: 'vector', tileSize: 512 },
          // Another version is another address, so browsers may keep what they have.
          url: `/basemap/areas/${versionOf(kept)}/{z}/{x}/{y}`,
          minzoom: Math.min(...kept.map(({ minzoom }) => minzoom)),
          maxzoom: Math.max(...kept.map(({ maxzoom }) => maxzoom)),
          layers: [...new Set(kept.flatMap(({ archive }) => archive?.layers ?? []))],
          attribution: [...credits].filter(Boolean).join(' | '),
        },
        bounds: kept.map(({ bounds }) => bounds),
      }
    },
    async tile(z, x, y) {
      let isLessDeep = false
      for (const { bounds, minzoom, maxzoom, archive } of keptOf()) {
        if (z < minzoom || !touchesTile(bounds, z, x, y)) continue
        if (z > maxzoom) isLessDeep = true
        else {
          const tile = archive && (await rawTile(archive.pmtiles, z, x, y))
          if (tile) return tile
        }
      }
      return isLessDeep ? 'missing' : null
    },
    async idle() {
      await working
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      running?.leaving.abort()
      await working
      for (const { archive } of known.values()) await archive?.handle.close()
    },
  }
}

/** The last way of saying it that counts: all of it or what was there before. */
export async function noteArea(folder: string, area: NotedArea): Promise<void> {
  const partial = join(folder, `.${area.id}`)
  const file = await open(partial, 'w')
  try {
    await file.writeFile(JSON.stringify(area))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, noteOf(folder, area.id))
}
const noteOf = (folder: string, id: string) => join(folder, `${id}.json`)

/** As it lies in the archive, packed. */
async function rawTile(archive: PMTiles, z: number, x: number, y: number): Promise<Uint8Array | null> {
  const header = await archive.getHeader()
  const entry = await entryOf(archive, header, zxyToTileId(z, x, y))
  if (!entry) return null
  const { data } = await archive.source.getBytes(header.tileDataOffset + entry.offset, entry.length)
  return new Uint8Array(data)
}

const versionOf = (kept: readonly NotedArea[]) =>
  hash('sha256', JSON.stringify(kept.map(({ id, kept_at }) => [id, kept_at]))).slice(0, 12)

export const zoomsOf = ({ area, header }: AreaPlan) => ({
  minzoom: Math.max(area.minzoom, header.minZoom),
  maxzoom: Math.min(area.maxzoom, header.maxZoom),
})

/** The builds of the last week of Protomaps' map of OpenStreetMap, the newest first; that of a day comes in its course. */
export const dailyBuilds = (nowMs: number): string[] =>
  Array.from({ length: 7 }, (_, days) =>
    new Date(nowMs - (days + 1) * DAY_MS).toISOString().slice(0, 10),
  ).map((day) => `https://build.protomaps.com/${day.replaceAll('-', '')}.pmtiles`)

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']
function problemOf(error: unknown): AreaProblem {
  if (error instanceof AreaRefused) return error.problem
  return NO_ROOM.includes((error as NodeJS.ErrnoException)?.code ?? '') ? 'areaDiskFull' : 'areaBroken'
}

/** What a preview answers; all else is a source that is of no use now. */
const CODES: Partial<Record<AreaProblem, ProblemCode>> = {
  areaTooLarge: 'too_large',
  areaEmpty: 'invalid',
}

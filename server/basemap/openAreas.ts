import { hash, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { type PMTiles, zxyToTileId } from 'pmtiles'
import { LEAST_AREA_ZOOM } from '#contract/geodesy/areaZooms.ts'
import {
  AREA_PROBLEMS,
  type Area,
  type AreaProblem,
  type AreaWanted,
  MOST_AREAS,
} from '#contract/wire/area.ts'
import type { BasemapIndex } from '#contract/wire/basemap.ts'
import { Problem, type ProblemCode } from '#contract/wire/errors.ts'
import type { Bus } from '../platform/bus.ts'
import { type AreaNote, areaId, areaStore, sameArea } from './areaStore.ts'
import { entryOf, touchesTile } from './areaTiles.ts'
import { planArea } from './fetchArea.ts'
import { type Fetching, type FetchOptions, fetchAreas, problemOf } from './fetchAreas.ts'
import { openWorld } from './openWorld.ts'
import { rmWorking, roomFor, usedBytes, zoomsOf } from './takeArea.ts'

/** Areas in harbour detail: any process keeps and shows them, one at a time fetches them. */
export interface Areas {
  list(): Promise<Area[]>
  /** Estimates the cost of an area; throws Problems when no estimate is possible. */
  preview(wanted: Omit<AreaWanted, 'name'>): Promise<AreaPreview>
  /** Resolves when it will be fetched, whatever happens to this process. Throws Problems. */
  keep(wanted: AreaWanted): Promise<Area>
  /** Return null when there is no such area. */
  stop(id: string): Promise<Area | null>
  resume(id: string): Promise<Area | null>
  remove(id: string): Promise<Area | null>
  /** Areas that the map draws. */
  shown(): Promise<BasemapIndex['areas']>
  tile(asked: AreaTileAsked): Promise<ShownTile>
  /** Fetches waiting areas, until it is closed. */
  startFetching(): { close(): Promise<void> }
  /** Resolves when nothing is left that can be fetched here now; for tests. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface AreaTileAsked {
  /** Version in the address of the tiles. */
  version: string
  z: number
  x: number
  y: number
}

interface ShownTile {
  /** `missing` where an area covers it with a tile that is less deep; null where none does. */
  tile: Uint8Array | 'missing' | null
  /** True when the tile has the requested version, so that it may be cached for ever. */
  isCurrent: boolean
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

/** How long a world that was opened for a preview stays so. */
const PREVIEW_MS = 300_000
/** Tiles of an unknown version make it read the store, at most this often. */
const LOOK_EVERY_MS = 1000

export async function openAreas(given: FetchOptions & { bus: Bus }): Promise<Areas> {
  const { mostBytes, bus, log, clock, folder, files } = given
  await mkdir(folder, { recursive: true })
  const store = areaStore({ files, log })
  let fetching: Fetching | undefined
  let lookedMs = Number.NEGATIVE_INFINITY

  const changed = () => bus.publish({ type: 'basemap.changed' })
  const areas = () => [...store.known().values()]

  /** Reads changes of other processes or of a command. While the files are unreachable, the known state counts. */
  async function readChanges() {
    lookedMs = performance.now()
    await (fetching ? fetching.readChanges() : store.look()).catch((error) =>
      log.warn('areas of the map cannot be read', { error }),
    )
  }
  const deaf = [
    bus.subscribe('basemap.changed', () => void readChanges()),
    bus.subscribe('events.missed', () => void readChanges()),
  ]

  let acting: Promise<unknown> = Promise.resolve()
  /** Runs user actions one after the other, each with the result of the one before. */
  function act<Done>(work: () => Promise<Done>): Promise<Done> {
    const done = acting.then(async () => {
      await store.look()
      return work()
    })
    acting = done.catch(() => undefined)
    return done
  }

  /** Stores a new or changed request. */
  async function want(note: AreaNote): Promise<Area | null> {
    await store.keepNote({ ...note, attempt: randomUUID() })
    return published(note.id)
  }
  async function published(id: string) {
    await readChanges()
    changed()
    return store.known().get(id)?.area ?? null
  }

  /** World file that stays open for previews, because a user who draws an area requests many. */
  let world: { archive: Promise<PMTiles>; untilMs: number } | undefined
  const previewWorld = () => {
    if (!world || world.untilMs < clock.nowMs())
      world = { archive: openWorld(given), untilMs: clock.nowMs() + PREVIEW_MS }
    return world.archive
  }

  /** The newest first: where two areas overlap, the newest is shown. */
  const keptOf = () =>
    areas()
      .flatMap(({ area, tiles }) => (tiles ? [{ ...area, ...tiles }] : []))
      .sort((a, b) => b.file.storedMs - a.file.storedMs || (a.id < b.id ? -1 : 1))

  await readChanges()

  return {
    async list() {
      await store.look()
      return areas()
        .map(({ area }) => area)
        .sort((a, b) => a.name.localeCompare(b.name) || (a.created_at < b.created_at ? -1 : 1))
    },
    async preview(wanted) {
      const plan = await previewWorld()
        .then((archive) => planArea(archive, { name: '', minzoom: LEAST_AREA_ZOOM, ...wanted }))
        .catch((error) => {
          const problem = problemOf(error)
          // A world that was replaced, or that was unreachable, is opened again.
          if (problem !== 'areaTooLarge' && problem !== 'areaEmpty') world = undefined
          if (problem === 'areaBroken') throw error
          throw new Problem(CODES[problem] ?? 'unavailable', AREA_PROBLEMS[problem])
        })
      await store.look()
      const used = usedBytes(store)
      return {
        ...zoomsOf(plan),
        tile_count: plan.tiles.length,
        bytes: plan.bytes,
        limit_bytes: mostBytes,
        used_bytes: used,
        problem: sameArea(store, wanted)
          ? 'areaTwice'
          : used + plan.bytes > mostBytes
            ? 'areaTooLarge'
            : (await roomFor(given, plan.bytes))
              ? null
              : 'areaDiskFull',
      }
    },
    keep: (wanted) =>
      act(async () => {
        if (sameArea(store, wanted)) throw new Problem('conflict', AREA_PROBLEMS.areaTwice)
        if (store.known().size >= MOST_AREAS) throw new Problem('too_many', AREA_PROBLEMS.areaTooMany)
        const area: Area = {
          ...{ ...wanted, id: areaId(wanted), state: 'waiting', minzoom: LEAST_AREA_ZOOM, bytes: null },
          ...{ fetched_bytes: 0, problem: null, kept_at: null },
          created_at: new Date(clock.nowMs()).toISOString(),
        }
        return (await want(area)) ?? area
      }),
    stop: (id) =>
      act(async () => {
        const one = store.known().get(id)
        if (one?.area.state !== 'running' && one?.area.state !== 'waiting') return one?.area ?? null
        return want({ ...one.note, state: 'stopped', problem: null })
      }),
    resume: (id) =>
      act(async () => {
        const one = store.known().get(id)
        const { state, problem } = one?.area ?? {}
        if (!one || (state !== 'stopped' && state !== 'failed' && !problem)) return one?.area ?? null
        return want({ ...one.note, state: 'waiting', problem: null })
      }),
    remove: (id) =>
      act(async () => {
        const one = store.known().get(id)
        if (!one) return null
        await store.remove(id)
        await published(id)
        await rmWorking(folder, id)
        return one.area
      }),
    async shown() {
      await readChanges()
      const kept = keptOf()
      if (kept.length === 0) return null
      const credits = new Set(kept.map(({ attribution }) => attribution))
      return {
        source: {
          ...{ kind: 'tiles', format: 'vector', tileSize: 512 },
          // Another version has another address, so browsers may cache tiles.
          url: `/basemap/areas/${versionOf(kept)}/{z}/{x}/{y}`,
          minzoom: Math.min(...kept.map(({ minzoom }) => minzoom)),
          maxzoom: Math.max(...kept.map(({ maxzoom }) => maxzoom)),
          layers: [...new Set(kept.flatMap(({ layers }) => layers))],
          attribution: [...credits].filter(Boolean).join(' | '),
        },
        bounds: kept.map(({ bounds }) => bounds),
      }
    },
    async tile({ version, z, x, y }) {
      if (version !== versionOf(keptOf()) && performance.now() > lookedMs + LOOK_EVERY_MS) await readChanges()
      const kept = keptOf()
      const isCurrent = version === versionOf(kept)
      let isLessDeep = false
      for (const { bounds, minzoom, maxzoom, pmtiles } of kept) {
        if (z < minzoom || !touchesTile(bounds, z, x, y)) continue
        if (z > maxzoom) isLessDeep = true
        else {
          const tile = await rawTile(pmtiles, z, x, y)
          if (tile) return { tile, isCurrent }
        }
      }
      return { tile: isLessDeep ? 'missing' : null, isCurrent }
    },
    startFetching() {
      const started = fetchAreas({ ...given, store, changed })
      fetching = started
      return {
        async close() {
          fetching = undefined
          await started.close()
        },
      }
    },
    async idle() {
      await fetching?.idle()
    },
    async close() {
      for (const stop of deaf) stop()
      await fetching?.close()
    },
  }
}

/** As it lies in the archive, packed. */
async function rawTile(archive: PMTiles, z: number, x: number, y: number): Promise<Uint8Array | null> {
  const header = await archive.getHeader()
  const entry = await entryOf(archive, header, zxyToTileId(z, x, y))
  if (!entry) return null
  const { data } = await archive.source.getBytes(header.tileDataOffset + entry.offset, entry.length)
  return new Uint8Array(data)
}

const versionOf = (kept: readonly { id: string; file: { version: string } }[]) =>
  hash('sha256', JSON.stringify(kept.map(({ id, file }) => [id, file.version]))).slice(0, 12)

/** Problems that a preview answers; every other one means that the source is unusable now. */
const CODES: Partial<Record<AreaProblem, ProblemCode>> = {
  areaTooLarge: 'too_large',
  areaEmpty: 'invalid',
}

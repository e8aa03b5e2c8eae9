import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { AreaProblem } from '#contract/area.ts'
import { DAY_MS } from '#contract/time.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { AREAS, areaKey, areaNoteKey } from '#server/files/sharedKeys.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { areaParts } from './areaParts.ts'
import type { AreaProgress, AreaStore, KnownArea } from './areaStore.ts'
import { type AreaPlan, fetchArea, planArea } from './fetchArea.ts'
import { openWorld } from './openWorld.ts'
import { AreaRefused } from './rangeSource.ts'

/** The stores live on the same disk and need it more. */
const FREE_BYTES = 2e9
const RETRY_MS = 60_000
/** How often it is noted how far one is. */
const NOTE_EVERY_MS = 2000
/** An area lies there twice until its archive is complete. */
const COPIES = 2

export interface FetchOptions {
  files: FileStore
  /** A folder on this disk where they are put together; what broke off there goes on. */
  folder: string
  /** A world file; else the newest daily build of Protomaps. */
  sourceUrl?: string | undefined
  /** What all areas may take together. */
  mostBytes: number
  log: Log
  clock: Clock
  /** What must stay free on the disk. */
  freeBytes?: number
  retryMs?: number
  partBytes?: number
}

export interface Fetching {
  /** Looks at what is wanted now; resolves once what is not wanted any more is left. */
  hear(): Promise<void>
  idle(): Promise<void>
  close(): Promise<void>
}

/** Fetches what waits, one area after the other, the oldest first; one process at a time does. */
export function fetchAreas(given: FetchOptions & { store: AreaStore; changed: () => void }): Fetching {
  const { store, changed, files, folder, mostBytes, log, retryMs = RETRY_MS } = given
  let running: { one: KnownArea; leaving: AbortController; done: Promise<void> } | undefined
  let working: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  /** Attempts that were to be fetched when somebody looked last. */
  let heard = new Set<string>()
  /** Areas of which something may lie here. */
  const begun = new Set<string>()

  const areas = () => [...store.known().values()]
  const archiveOf = (id: string) => join(folder, `${id}.pmtiles`)

  function wake() {
    clearTimeout(retry)
    retry = undefined
    working = working.then(fetchAll).catch((error) => {
      log.warn('areas of the map cannot be fetched', { error })
      later()
    })
  }

  function later() {
    clearTimeout(retry)
    if (!isClosed) retry = setTimeout(wake, retryMs).unref()
  }

  async function fetchAll() {
    await mkdir(folder, { recursive: true })
    await store.look()
    await sweep()
    while (!isClosed && !retry) {
      await store.look()
      const [next] = areas()
        .filter(isWaiting)
        .sort((a, b) => (a.area.created_at < b.area.created_at ? -1 : 1))
      if (!next) return
      const leaving = new AbortController()
      const done = fetchOne(next, leaving.signal)
      running = { one: next, leaving, done }
      await done.finally(() => {
        running = undefined
      })
    }
  }

  async function fetchOne({ area, note, progress: before }: KnownArea, signal: AbortSignal) {
    const { id } = area
    begun.add(id)
    const progress: AreaProgress = {
      ...{ attempt: note.attempt, state: 'running', problem: null, minzoom: area.minzoom },
      ...{ maxzoom: area.maxzoom, bytes: area.bytes, fetched_bytes: area.fetched_bytes },
      source: before?.source ?? note.source ?? null,
    }
    let saidMs = 0
    const say = async (change: Partial<AreaProgress>) => {
      Object.assign(progress, change)
      saidMs = performance.now()
      await store.keepProgress(id, progress)
    }
    try {
      await say({})
      changed()
      const archive = await openWorld(given, progress.source, signal)
      const plan = await planArea(archive, note)
      signal.throwIfAborted()
      if (usedBytes(store, id) + plan.bytes > mostBytes)
        throw new AreaRefused('areaTooLarge', 'more than all areas may take together')
      await say({ source: archive.source.getKey(), ...zoomsOf(plan), bytes: plan.bytes })
      const isHere = files.pathOf(areaKey(id)) !== null
      await fetchArea(archive, plan, archiveOf(id), {
        signal,
        ...(!isHere && { parts: areaParts(files, id, given.partBytes) }),
        async onBytes(bytes) {
          progress.fetched_bytes = bytes
          if (performance.now() > saidMs + NOTE_EVERY_MS) await say({})
          if (!(await roomFor(given, plan.bytes, bytes)))
            throw new AreaRefused('areaDiskFull', 'little room is left')
        },
      })
      signal.throwIfAborted()
      await files.take(areaKey(id), archiveOf(id))
      await say({ state: 'kept', problem: null })
      for await (const { key } of files.list(`${AREAS}/${id}`)) await files.delete(key)
      await rmWorking(folder, id, '.pmtiles.')
      log.info('an area of the map is kept', { id, bytes: plan.bytes })
    } catch (error) {
      // Whoever stopped it says what it is now; a restart goes on.
      if (signal.aborted) return
      const problem = problemOf(error)
      log.warn('an area of the map could not be kept', { id, problem, error })
      const isAway = problem === 'areaSourceAway'
      if (isAway) later()
      // A full disk may not even take this note.
      await say({ state: isAway ? 'waiting' : 'failed', problem }).catch(later)
    } finally {
      await store.look().catch(() => undefined)
      if (!(await isNoted(id))) await rmAll(id)
      changed()
    }
  }

  const isNoted = async (id: string) => (await files.stat(areaNoteKey(id))) !== null

  /** Somebody removed it, maybe while something of it was being laid down. */
  async function rmAll(id: string) {
    await store.remove(id)
    await rmWorking(folder, id)
    await store.look()
  }

  /** What a removal that was cut off has left. */
  async function sweep() {
    const ids = new Map<string, number>()
    for await (const { key, storedMs } of files.list(AREAS)) {
      const id = /\/([\da-f-]{36})/.exec(key)?.[1]
      if (id) ids.set(id, Math.max(storedMs, ids.get(id) ?? 0))
    }
    for (const id of await files.folders(AREAS)) if (!(await isNoted(id))) await rmAll(id)
    for (const name of await readdir(folder)) {
      const id = /^[\da-f-]{36}/.exec(name)?.[0]
      // What broke off here may have been fetched elsewhere since.
      if (id && store.known().get(id)?.area.state === 'kept') await rmWorking(folder, id, '.pmtiles.')
      else if (id && !ids.has(id)) ids.set(id, (await stat(join(folder, name))).mtimeMs)
    }
    // A command fetches tiles before it notes what they are.
    for (const [id, storedMs] of ids)
      if (storedMs < given.clock.nowMs() - DAY_MS && !(await isNoted(id))) await rmAll(id)
  }

  const isWanted = ({ area, note }: KnownArea) => {
    const now = store.known().get(area.id)
    return now?.note.attempt === note.attempt && now?.note.state !== 'stopped'
  }

  wake()
  return {
    async hear() {
      await store.look()
      const current = running
      if (current && !isWanted(current.one)) {
        current.leaving.abort()
        await current.done.catch(() => undefined)
      }
      for (const id of begun) {
        if (store.known().has(id)) continue
        begun.delete(id)
        await rmWorking(folder, id)
      }
      // A source that is away is not asked again for what it was asked for before.
      const attempts = areas()
        .filter(isWaiting)
        .map(({ area, note }) => `${area.id} ${note.attempt}`)
      const isNew = attempts.some((attempt) => !heard.has(attempt))
      heard = new Set(attempts)
      if (isNew) wake()
    },
    async idle() {
      await working
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      running?.leaving.abort()
      await working
    },
  }
}

/** What runs, too, and does not here: its process went. */
const isWaiting = ({ area: { state } }: KnownArea) => state === 'waiting' || state === 'running'

/** What was fetched of other builds too. */
export async function rmWorking(folder: string, id: string, rest = '') {
  for (const name of await readdir(folder))
    if (name.startsWith(`${id}${rest}`)) await rm(join(folder, name), { force: true })
}

export const usedBytes = (store: AreaStore, without?: string) =>
  [...store.known().values()].reduce(
    (sum, { area: { id, bytes, fetched_bytes } }) => sum + (id === without ? 0 : (bytes ?? fetched_bytes)),
    0,
  )

export async function roomFor(
  { folder, freeBytes = FREE_BYTES }: Pick<FetchOptions, 'folder' | 'freeBytes'>,
  bytes: number,
  there = 0,
) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - (COPIES * bytes - there) > freeBytes
}

export const zoomsOf = ({ area, header }: AreaPlan) => ({
  minzoom: Math.max(area.minzoom, header.minZoom),
  maxzoom: Math.min(area.maxzoom, header.maxZoom),
})

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']
export function problemOf(error: unknown): AreaProblem {
  if (error instanceof AreaRefused) return error.problem
  return NO_ROOM.includes((error as NodeJS.ErrnoException)?.code ?? '') ? 'areaDiskFull' : 'areaBroken'
}

import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { AreaProblem } from '#contract/wire/area.ts'
import { AREAS, areaNoteKey } from '#server/files/sharedKeys.ts'
import type { Log } from '../platform/log.ts'
import type { AreaStore, KnownArea } from './areaStore.ts'
import { AreaRefused } from './rangeSource.ts'
import { planOfWorld, progressOf, rmWorking, sourceOf, type TakeOptions, takeArea } from './takeArea.ts'

const RETRY_MS = MINUTE_MS

export interface FetchOptions extends TakeOptions {
  log: Log
  retryMs?: number
}

export interface Fetching {
  /** Reads the requests; resolves once cancelled fetches have stopped. */
  readChanges(): Promise<void>
  idle(): Promise<void>
  close(): Promise<void>
}

/** Fetches waiting areas one after the other, the oldest first, in one process at a time. */
export function fetchAreas(given: FetchOptions & { store: AreaStore; changed: () => void }): Fetching {
  const { store, changed, files, folder, log, retryMs = RETRY_MS } = given
  let running: { one: KnownArea; leaving: AbortController; done: Promise<void> } | undefined
  let working: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  /** Attempts that were waiting at the last look. */
  let lastAttempts = new Set<string>()
  /** Areas of which something may lie here. */
  const begun = new Set<string>()

  const areas = () => [...store.known().values()]

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

  async function fetchOne(one: KnownArea, signal: AbortSignal) {
    const { id } = one.area
    begun.add(id)
    const progress = progressOf(store, one)
    try {
      await progress.report({})
      changed()
      const planned = await planOfWorld(given, one.note, sourceOf(one), signal)
      signal.throwIfAborted()
      await takeArea(given, id, planned, progress, signal)
      log.info('an area of the map is stored', { id, bytes: planned.plan.bytes })
    } catch (error) {
      // The process that stopped the area writes its state; after a restart the fetch goes on.
      if (signal.aborted) return
      const problem = problemOf(error)
      log.warn('an area of the map could not be stored', { id, problem, error })
      const isAway = problem === 'areaSourceAway'
      if (isAway) later()
      // A full disk may not even take this note.
      await progress.report({ state: isAway ? 'waiting' : 'failed', problem }).catch(later)
    } finally {
      await store.look().catch(() => undefined)
      if (!(await isNoted(id))) await rmAll(id)
      changed()
    }
  }

  const isNoted = async (id: string) => (await files.stat(areaNoteKey(id))) !== null

  /**
   * Removes the data of an area that a user removed, maybe while it was being stored. A user who wants it again may
   * have noted that since.
   */
  async function rmAll(id: string) {
    await store.clear(id)
    await rmWorking(folder, id)
    await store.look()
  }

  /** Removes the rest of a removal that was interrupted. */
  async function sweep() {
    const ids = new Map<string, number>()
    for await (const { key, storedMs } of files.list(AREAS)) {
      const id = /\/([\da-f-]{36})/.exec(key)?.[1]
      if (id) ids.set(id, Math.max(storedMs, ids.get(id) ?? 0))
    }
    for (const id of await files.folders(AREAS)) if (!(await isNoted(id))) await rmAll(id)
    for (const name of await readdir(folder)) {
      const id = /^[\da-f-]{36}/.exec(name)?.[0]
      // Another process may since have fetched an area that broke off here.
      if (id && store.known().get(id)?.area.state === 'kept') await rmWorking(folder, id, '.pmtiles.')
      else if (id && !ids.has(id)) ids.set(id, (await stat(join(folder, name))).mtimeMs)
    }
    // A process may be about to write the note of a new area.
    for (const [id, storedMs] of ids)
      if (storedMs < given.clock.nowMs() - DAY_MS && !(await isNoted(id))) await rmAll(id)
  }

  const isWanted = ({ area, note }: KnownArea) => {
    const now = store.known().get(area.id)
    return now?.note.attempt === note.attempt && now?.note.state !== 'stopped'
  }

  wake()
  return {
    async readChanges() {
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
      // Only a new attempt starts fetching, so that a source that is away is not asked repeatedly.
      const attempts = areas()
        .filter(isWaiting)
        .map(({ area, note }) => `${area.id} ${note.attempt}`)
      const isNew = attempts.some((attempt) => !lastAttempts.has(attempt))
      lastAttempts = new Set(attempts)
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

/** True when the area waits, or is marked running but does not run here: its process died. */
const isWaiting = ({ area: { state } }: KnownArea) => state === 'waiting' || state === 'running'

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']
export function problemOf(error: unknown): AreaProblem {
  if (error instanceof AreaRefused) return error.problem
  return NO_ROOM.includes((error as NodeJS.ErrnoException)?.code ?? '') ? 'areaDiskFull' : 'areaBroken'
}

/**
 * Stores an area of the world in the shared files, whichever process runs it: within the limit for all areas, with its
 * progress noted.
 */
import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { PMTiles } from 'pmtiles'
import type { FileStore } from '#server/files/fileStore.ts'
import { AREAS, areaKey } from '#server/files/sharedKeys.ts'
import type { Clock } from '../platform/clock.ts'
import { areaParts } from './areaParts.ts'
import type { AreaProgress, AreaStore, KnownArea } from './areaStore.ts'
import { type Area, type AreaPlan, fetchArea, planArea } from './fetchArea.ts'
import { openWorld } from './openWorld.ts'
import { AreaRefused } from './rangeSource.ts'

/** Free space to leave for the stores, which use the same disk and need it more. */
const FREE_BYTES = 2e9
/** How often it is noted how far one is. */
const NOTE_EVERY_MS = 2000
/** An area lies there twice until its archive is complete. */
const COPIES = 2

export interface TakeOptions {
  files: FileStore
  /** A folder on this disk for incomplete archives; an interrupted fetch continues there. */
  folder: string
  /** A world file; else the newest daily build of Protomaps. */
  sourceUrl?: string | undefined
  /** Maximum size of all areas together, in bytes. */
  mostBytes: number
  clock: Clock
  /** Space that must stay free on the disk, in bytes. */
  freeBytes?: number
  partBytes?: number
}

/** An area of a world that is open. */
export interface PlannedArea {
  archive: PMTiles
  plan: AreaPlan
}

/** Plans an area with the world file that it was begun with, if that still exists. Throws AreaRefused. */
export async function planOfWorld(
  given: Pick<TakeOptions, 'sourceUrl' | 'clock'>,
  area: Area,
  source: string | null = null,
  leaving?: AbortSignal,
): Promise<PlannedArea> {
  const archive = await openWorld(given, source, leaving)
  return { archive, plan: await planArea(archive, area) }
}

/** The world file that an area was begun with. */
export const sourceOf = ({ note, progress }: Pick<KnownArea, 'note' | 'progress'>): string | null =>
  progress?.source ?? note.source ?? null

/** Reports the progress of an attempt, on behalf of the process that fetches it. */
export function progressOf(store: AreaStore, { area, note, progress: before }: KnownArea) {
  const progress: AreaProgress = {
    ...{ attempt: note.attempt, state: 'running', problem: null, minzoom: area.minzoom },
    ...{ maxzoom: area.maxzoom, bytes: area.bytes, fetched_bytes: area.fetched_bytes },
    source: sourceOf({ note, progress: before }),
  }
  let reportedMs = 0
  async function report(change: Partial<AreaProgress>) {
    Object.assign(progress, change)
    reportedMs = performance.now()
    await store.keepProgress(area.id, progress)
  }
  return {
    report,
    async fetched(bytes: number) {
      progress.fetched_bytes = bytes
      if (performance.now() > reportedMs + NOTE_EVERY_MS) await report({})
    },
  }
}

/** Fetches a planned area and stores it for all processes. Throws AreaRefused. */
export async function takeArea(
  given: TakeOptions & { store: AreaStore },
  id: string,
  { archive, plan }: PlannedArea,
  progress: Pick<ReturnType<typeof progressOf>, 'report' | 'fetched'>,
  signal?: AbortSignal,
): Promise<void> {
  const { files, folder, store } = given
  requireShare(given, store, plan.bytes, id)
  await progress.report({ source: archive.source.getKey(), ...zoomsOf(plan), bytes: plan.bytes })
  const isHere = files.pathOf(areaKey(id)) !== null
  const file = join(folder, `${id}.pmtiles`)
  await fetchArea(archive, plan, file, {
    ...(signal && { signal }),
    ...(!isHere && { parts: areaParts(files, id, given.partBytes) }),
    async onBytes(bytes) {
      await progress.fetched(bytes)
      if (!(await roomFor(given, plan.bytes, bytes)))
        throw new AreaRefused('areaDiskFull', 'the disk is nearly full')
    },
  })
  signal?.throwIfAborted()
  await files.take(areaKey(id), file)
  await progress.report({ state: 'kept', problem: null })
  for await (const { key } of files.list(`${AREAS}/${id}`)) await files.delete(key)
  await rmWorking(folder, id, '.pmtiles.')
}

/** Bytes of all areas but one. */
export const usedBytes = (store: AreaStore, without?: string) =>
  [...store.known().values()].reduce(
    (sum, { area: { id, bytes, fetched_bytes } }) => sum + (id === without ? 0 : (bytes ?? fetched_bytes)),
    0,
  )

/** Throws AreaRefused where all areas would take more than they may. */
export function requireShare(
  { mostBytes }: Pick<TakeOptions, 'mostBytes'>,
  store: AreaStore,
  bytes: number,
  id: string,
) {
  const others = usedBytes(store, id)
  if (others + bytes <= mostBytes) return
  const [needed, taken, most] = [bytes, others, mostBytes].map((one) => (one / 1e6).toFixed(1))
  throw new AreaRefused('areaTooLarge', `${needed} MB, others take ${taken} MB, all may take ${most} MB`)
}

export async function roomFor(
  { folder, freeBytes = FREE_BYTES }: Pick<TakeOptions, 'folder' | 'freeBytes'>,
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

/** Removes working files of the area, of other builds too. */
export async function rmWorking(folder: string, id: string, rest = '') {
  for (const name of await readdir(folder))
    if (name.startsWith(`${id}${rest}`)) await rm(join(folder, name), { force: true })
}

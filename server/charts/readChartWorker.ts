/** Opens a chart in a worker: describes it, or reads one of its tiles. */
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { CHART_PROBLEMS } from '#contract/wire/chart.ts'
import type { Job } from '#server/platform/workerPool.ts'
import { type ChartArchive, ChartProblem, openChartArchive, openPmtiles } from './chartArchive.ts'

export interface ChartTask {
  /** The same for the same content. */
  key: string
  fileName: string
  /** File on this disk; null for a file that the worker asks for, range by range. */
  path: string | null
  /** Null reads the description alone. */
  tile: { z: number; x: number; y: number } | null
}

/** Bytes of a chart that is stored elsewhere. */
export interface ChartRange {
  offset: number
  length: number
}

export type ChartResult =
  | { facts: ChartArchive['facts']; tile: Uint8Array | null }
  | { problem: keyof typeof CHART_PROBLEMS }

/** Charts stay open for a minute after a tile: opening one takes longer than reading from it. */
const OPEN_MS = MINUTE_MS
const MOST_OPEN = 10
const open = new Map<string, { archive: Promise<ChartArchive>; timer: NodeJS.Timeout }>()

export const run: Job<ChartTask, ChartResult, ChartRange, Uint8Array> = async (task, ask) => {
  try {
    const archive = await archiveOf(task, ask)
    // A damaged tile is like a missing one: the map shows the tile above it.
    return { facts: archive.facts, tile: task.tile && (await archive.tile(task.tile).catch(() => null)) }
  } catch (error) {
    if (error instanceof ChartProblem) return { problem: error.code }
    throw error
  }
}

function archiveOf({ key, path, fileName }: ChartTask, ask: (range: ChartRange) => Promise<Uint8Array>) {
  const known = open.get(key)
  if (known) {
    known.timer.refresh()
    return known.archive
  }
  const source = {
    getKey: () => key,
    getBytes: async (offset: number, length: number) => ({
      data: new Uint8Array(await ask({ offset, length })).buffer,
    }),
  }
  const archive = path === null ? openPmtiles(source, fileName) : openChartArchive(path, fileName)
  open.set(key, { archive, timer: setTimeout(() => close(key), OPEN_MS).unref() })
  archive.catch(() => close(key))
  const [oldest] = open.keys()
  if (open.size > MOST_OPEN && oldest !== undefined) close(oldest)
  return archive
}

function close(key: string): void {
  const known = open.get(key)
  open.delete(key)
  clearTimeout(known?.timer)
  known?.archive.then((archive) => archive.close()).catch(() => undefined)
}

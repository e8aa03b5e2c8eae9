import { hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CHART_PROBLEMS, CHART_TOO_LARGE, type Chart, MOST_CHARTS } from '#contract/wire/chart.ts'
import { Problem } from '#contract/wire/errors.ts'
import { NotRead, storeSource } from '#server/basemap/storeSource.ts'
import type { FileStore, StoredFile } from '#server/files/fileStore.ts'
import { localCopies } from '#server/files/localCopies.ts'
import { CHART_FILE, CHARTS, chartsIn, stoppedChartKey } from '#server/files/sharedKeys.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Log } from '#server/platform/log.ts'
import { type JobModule, refuseStopped, type WorkerPool, WorkerStopped } from '#server/platform/workerPool.ts'
import { type ChartArchive, ChartProblem, kindOfChart, MOST_BYTES_AT_ONCE } from './chartArchive.ts'
import type { ChartRange, ChartResult, ChartTask, run } from './readChartWorker.ts'

/**
 * The charts of an installation. Files in the folder itself are for everyone, files in an organization's
 * folder for it alone.
 */
export interface Charts {
  /** Charts on the web, which every user may see. */
  web: readonly Chart[]
  /** Charts that an organization may see, by name. */
  of(organizationId: string): Promise<Chart[]>
  /** A tile of a chart; null without one. `version` is the version in its address. */
  tile(organizationId: string, asked: TileAsked): Promise<Uint8Array | null>
  /** Keeps a file that an organization sends. Throws Problems. */
  put(organizationId: string, fileName: string, file: Readable & { truncated?: boolean }): Promise<Chart>
  /** Removes one that it had sent, and answers its name; null where there is none. */
  delete(organizationId: string, id: string): Promise<string | null>
  /** Opens a stopped one again; null where the organization has none. Throws Problems. */
  retry(organizationId: string, id: string): Promise<Chart | null>
  close(): Promise<void>
}

export interface TileAsked {
  id: string
  version: string
  z: number
  x: number
  y: number
}

interface Known {
  file: StoredFile
  organizationId: string | null
  /** Null when it cannot be read. */
  facts: Promise<ChartArchive['facts'] | null>
  /** It broke the limits of its worker, here or in another process; a person may have it opened again. */
  isStopped: boolean
  /** An MBTiles file, which is read from a copy on this disk; undefined until the first read. */
  isDatabase?: boolean
  /** Ends work on the chart. */
  stop: AbortController
}

/** Processor time for one tile, s: a usual tile takes a millisecond. */
const TILE_SECONDS = 5

const READ_CHART: JobModule<typeof run> = new URL('./readChartWorker.ts', import.meta.url)

const NO_FILE_NAME = /[^\p{L}\p{N} _.()-]+/gu

/** Interval between looks at the store, ms: finds charts that an operator placed there or that were not announced. */
const LOOK_EVERY_MS = 30_000

export function openCharts(given: {
  files: FileStore
  /**
   * A folder on this disk for uploads and for copies of files stored elsewhere; the next start empties it.
   */
  scratch: string
  bus: Bus
  web: readonly Chart[]
  log: Log
  /** Workers that open the files. */
  workers: WorkerPool
}): Charts {
  const { files, scratch, bus, web, log, workers } = given
  const copies = localCopies({ files, scratch })
  /** Known charts by id. */
  const known = new Map<string, Known>()
  /** When each organization's charts were last read. */
  const lookedMs = new Map<string, number>()

  let looking: Promise<unknown> = Promise.resolve()
  /** Runs one after the other, so that an older state never replaces a newer one. */
  function look(organizationId: string): Promise<Map<string, Known>> {
    const looked = looking.then(() => lookNow(organizationId))
    looking = looked.catch(() => undefined)
    return looked
  }

  /** Looks for charts; unchanged charts that are already open stay open. */
  async function lookNow(organizationId: string): Promise<Map<string, Known>> {
    const there: [string | null, StoredFile][] = []
    const others = new Set<string>()
    for (const whose of [null, organizationId])
      for await (const file of files.list(whose === null ? CHARTS : `${CHARTS}/${whose}`)) {
        if (CHART_FILE.test(basename(file.key))) there.push([whose, file])
        else others.add(file.key)
      }
    const found = new Map<string, Known>()
    for (const [whose, file] of there) {
      const id = idOf(file.key)
      const before = known.get(id)
      const isStopped = others.has(stoppedChartKey(file))
      if (before && (before.file.version !== file.version || before.isStopped !== isStopped))
        close(id, before)
      const now = known.get(id) ?? opened(id, { file, whose, isStopped, asking: organizationId })
      known.set(id, now)
      found.set(id, now)
    }
    for (const [id, one] of known) {
      if (isSeenBy(organizationId, one) && !found.has(id)) close(id, one)
    }
    lookedMs.set(organizationId, performance.now())
    return found
  }

  const isSeenBy = (organizationId: string, one: Known) =>
    one.organizationId === null || one.organizationId === organizationId

  function opened(
    id: string,
    given: { file: StoredFile; whose: string | null; isStopped: boolean; asking: string },
  ): Known {
    const { file, whose, isStopped } = given
    const one: Known = {
      ...{ file, organizationId: whose, isStopped, stop: new AbortController() },
      facts: Promise.resolve(null),
    }
    if (isStopped) return one
    const facts = read(one, whose ?? given.asking, null).then(({ facts }) => facts)
    one.facts = facts.catch(async (error) => {
      if (error instanceof WorkerStopped) await markStopped(one, error)
      else if (!one.stop.signal.aborted) log.warn('a chart cannot be read', { path: file.key, error })
      // An error of the chart itself lasts; an error of the store or of this disk does not.
      if (!(error instanceof ChartProblem) && known.get(id) === one && !one.isStopped) known.delete(id)
      return null
    })
    return one
  }

  /** Reads the description of a chart, and a tile of it, in a worker. Throws ChartProblem and WorkerStopped. */
  async function read(one: Known, organizationId: string, tile: ChartTask['tile']) {
    const { file, stop } = one
    const source = storeSource(files, file, MOST_BYTES_AT_ONCE)
    one.isDatabase ??= (await kindOfChart(source)) === 'mbtiles'
    const path = one.isDatabase ? await copies.pathOf(file) : files.pathOf(file.key)
    return readInWorker(
      { key: `${file.key} ${file.version}`, fileName: basename(file.key), path, tile },
      {
        organizationId,
        signal: stop.signal,
        answer: async ({ offset, length }) => new Uint8Array((await source.getBytes(offset, length)).data),
        ...(tile && { seconds: Math.min(TILE_SECONDS, workers.limits.seconds) }),
      },
    )
  }

  async function readInWorker(
    task: ChartTask,
    options: Parameters<typeof workers.run<ChartTask, ChartResult, ChartRange, Uint8Array>>[2],
  ) {
    const result = await workers.run(READ_CHART, task, options)
    if ('problem' in result) throw new ChartProblem(result.problem)
    return result
  }

  /** Closes a chart that broke the limits of its worker, in all processes and after a restart. */
  async function markStopped(one: Known, error: unknown) {
    const { file, organizationId } = one
    log.warn('a chart broke the limits of its worker', { path: file.key, error })
    one.isStopped = true
    one.facts = Promise.resolve(null)
    await files
      .put(stoppedChartKey(file), Buffer.alloc(0))
      .catch((error) => log.warn('a chart could not be marked as stopped', { path: file.key, error }))
    publishChange(organizationId)
  }

  function publishChange(organizationId: string | null) {
    if (organizationId === null) outdate()
    else bus.publish({ type: 'charts.changed', organizationId })
  }

  function close(id: string, { file, facts, stop }: Known) {
    known.delete(id)
    stop.abort(new Error('the chart was closed'))
    void facts
      .then(() => copies.drop(file))
      .catch((error) => log.warn('a removed chart could not be closed', { path: file.key, error }))
  }

  /**
   * Charts were changed here or in another process; the next read finds the change, and removed charts are
   * answered no more.
   */
  function outdate(organizationId?: string) {
    if (organizationId === undefined) lookedMs.clear()
    else lookedMs.delete(organizationId)
  }
  const deaf = [
    bus.subscribe('charts.changed', ({ organizationId }) => outdate(organizationId)),
    bus.subscribe('events.missed', () => outdate()),
  ]

  async function of(organizationId: string): Promise<Chart[]> {
    const found = await look(organizationId)
    const files = await Promise.all(
      [...found].map(async ([id, one]): Promise<Chart[]> => {
        const { file, organizationId } = one
        const opened = await one.facts
        const facts = one.isStopped ? { ...UNKNOWN, name: nameOfFile(file.key) } : opened
        const tiles = `/api/charts/${id}/${file.version}/{z}/{x}/{y}`
        const origin = organizationId === null ? 'server' : 'organization'
        return facts ? [{ ...facts, id, tiles, origin, bytes: file.bytes, is_stopped: one.isStopped }] : []
      }),
    )
    return [...files.flat(), ...web].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
  }

  return {
    web,
    of,
    async tile(organizationId, { id, version, z, x, y }) {
      const isSame = (chart: Known | undefined) =>
        chart?.file.version === version && isSeenBy(organizationId, chart) ? chart : undefined
      const lately =
        performance.now() - LOOK_EVERY_MS < (lookedMs.get(organizationId) ?? Number.NEGATIVE_INFINITY)
      const chart = (lately && isSame(known.get(id))) || isSame((await look(organizationId)).get(id))
      if (!chart || !(await chart.facts) || chart.isStopped) return null
      try {
        return (await read(chart, organizationId, { z, x, y })).tile
      } catch (error) {
        if (chart.stop.signal.aborted || chart.isStopped) return null
        if (error instanceof WorkerStopped) {
          await markStopped(chart, error)
          return null
        }
        if (!(error instanceof NotRead)) throw error
        if (error.isGone) return null
        throw new Problem('unavailable')
      }
    },
    async put(organizationId, fileName, file) {
      const kind = extname(fileName).toLowerCase()
      const plain = fileName
        .slice(0, fileName.length - kind.length)
        .replace(NO_FILE_NAME, ' ')
        .trim()
      const name = `${plain.replace(/^\.+/, '') || 'chart'}${kind}`
      const key = `${CHARTS}/${organizationId}/${name}`
      const there = new Set<string>()
      for await (const chart of chartsIn(files, `${CHARTS}/${organizationId}`)) there.add(chart.key)
      if (there.size >= MOST_CHARTS && !there.has(key)) throw new Problem('too_many')
      if (!CHART_FILE.test(name)) throw new Problem('invalid', CHART_PROBLEMS.chartUnknown)
      const partial = join(scratch, randomUUID())
      try {
        await pipeline(file, createWriteStream(partial))
        if (file.truncated) throw new Problem('too_large', CHART_TOO_LARGE)
        const task = { key: partial, fileName: name, path: partial, tile: null }
        await readInWorker(task, { organizationId }).catch((error) => {
          if (error instanceof ChartProblem) throw new Problem('invalid', CHART_PROBLEMS[error.code])
          return refuseStopped(error)
        })
        await files.take(key, partial)
      } finally {
        await rm(partial, { force: true })
      }
      bus.publish({ type: 'charts.changed', organizationId })
      const id = idOf(key)
      const [chart] = (await of(organizationId)).filter((chart) => chart.id === id)
      if (!chart) throw new Problem('conflict')
      return chart
    },
    async delete(organizationId, id) {
      const chart = (await look(organizationId)).get(id)
      if (!chart?.organizationId) return null
      // Work on it ends here, so a chart that is still being opened has the name of its file.
      close(id, chart)
      const name = (await chart.facts)?.name ?? nameOfFile(chart.file.key)
      await files.delete(chart.file.key)
      await files.delete(stoppedChartKey(chart.file))
      bus.publish({ type: 'charts.changed', organizationId })
      return name
    },
    async retry(organizationId, id) {
      const chart = (await look(organizationId)).get(id)
      if (!chart?.organizationId) return null
      if (!chart.isStopped) throw new Problem('conflict')
      await files.delete(stoppedChartKey(chart.file))
      bus.publish({ type: 'charts.changed', organizationId })
      const [again] = (await of(organizationId)).filter((one) => one.id === id)
      return again ?? null
    },
    async close() {
      for (const stop of deaf) stop()
      for (const [id, chart] of known) close(id, chart)
    },
  }
}

const nameOfFile = (key: string) => basename(key, extname(key))
/** Description of a chart that was stopped. */
const UNKNOWN = {
  ...{ format: 'raster' as const, bounds: null, minzoom: 0, maxzoom: 0 },
  ...{ tile_size: 256, layers: [], attribution: '' },
}

/** Id of a chart, from the path of its file in the folder of charts. */
export const chartId = (path: string) => hash('sha256', path).slice(0, 16)
const idOf = (key: string) => chartId(key.slice(CHARTS.length + 1))

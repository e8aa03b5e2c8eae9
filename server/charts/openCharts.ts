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
import { CHART_FILE, CHARTS, chartsIn } from '#server/files/sharedKeys.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Log } from '#server/platform/log.ts'
import {
  type ChartArchive,
  ChartProblem,
  MOST_BYTES_AT_ONCE,
  openChart,
  openChartArchive,
} from './chartArchive.ts'

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
  archive: Promise<ChartArchive | null>
}

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
}): Charts {
  const { files, scratch, bus, web, log } = given
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
    for (const whose of [null, organizationId])
      for await (const file of chartsIn(files, whose === null ? CHARTS : `${CHARTS}/${whose}`))
        there.push([whose, file])
    const found = new Map<string, Known>()
    for (const [whose, file] of there) {
      const id = idOf(file.key)
      const before = known.get(id)
      if (before && before.file.version !== file.version) close(id, before)
      const now = known.get(id) ?? { file, organizationId: whose, archive: opened(id, file) }
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

  const opened = (id: string, file: StoredFile) => {
    const source = storeSource(files, file, MOST_BYTES_AT_ONCE)
    return openChart({ source, path: () => copies.pathOf(file) }, basename(file.key)).catch((error) => {
      log.warn('a chart cannot be read', { path: file.key, error })
      // An error of the chart itself lasts; an error of the store or of this disk does not.
      if (!(error instanceof ChartProblem) && known.get(id)?.file === file) known.delete(id)
      return null
    })
  }

  function close(id: string, { file, archive }: Known) {
    known.delete(id)
    void archive
      .then((archive) => archive?.close())
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
      [...found].map(async ([id, { file, organizationId, archive }]): Promise<Chart[]> => {
        const facts = (await archive)?.facts
        const tiles = `/api/charts/${id}/${file.version}/{z}/{x}/{y}`
        const origin = organizationId === null ? 'server' : 'organization'
        return facts ? [{ ...facts, id, tiles, origin, bytes: file.bytes }] : []
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
      try {
        return (await (await chart?.archive)?.tile(z, x, y)) ?? null
      } catch (error) {
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
        const archive = await openChartArchive(partial, name).catch((error) => {
          if (error instanceof ChartProblem) throw new Problem('invalid', CHART_PROBLEMS[error.code])
          throw error
        })
        await archive.close()
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
      const name = (await chart.archive)?.facts.name ?? ''
      close(id, chart)
      await files.delete(chart.file.key)
      bus.publish({ type: 'charts.changed', organizationId })
      return name
    },
    async close() {
      for (const stop of deaf) stop()
      for (const [id, chart] of known) close(id, chart)
    },
  }
}

/** Id of a chart, from the path of its file in the folder of charts. */
export const chartId = (path: string) => hash('sha256', path).slice(0, 16)
const idOf = (key: string) => chartId(key.slice(CHARTS.length + 1))

import { hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CHART_PROBLEMS, CHART_TOO_LARGE, type Chart, MOST_CHARTS } from '#contract/chart.ts'
import { Problem } from '#contract/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { type ChartArchive, ChartProblem, openChartArchive } from './chartArchive.ts'

/** The charts of an installation. What lies in the folder itself is for everybody, what lies in one of an organization for it alone. */
export interface Charts {
  /** Those on the web, which everybody may see. */
  web: readonly Chart[]
  /** What an organization may see, by name. */
  of(organizationId: string): Promise<Chart[]>
  /** A tile of one of those; null where there is none. `version` is the one of its address. */
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
  path: string
  version: string
  origin: 'server' | 'organization'
  bytes: number
  /** Null when it cannot be read. */
  archive: Promise<ChartArchive | null>
}

const CHART_FILE = /^[^.].*\.(mbtiles|pmtiles)$/i
const NO_FILE_NAME = /[^\p{L}\p{N} _.()-]+/gu

export function openCharts(given: { folder: string; web: readonly Chart[]; log: Log }): Charts {
  const { folder, web, log } = given
  /** By id. */
  const known = new Map<string, Known>()

  /** Looks at what lies there now; what was opened before and is the same stays open. */
  async function look(organizationId: string): Promise<Map<string, Known>> {
    const found = new Map<string, Known>()
    for (const origin of ['server', 'organization'] as const) {
      const inside = origin === 'server' ? '' : organizationId
      const names = await readdir(join(folder, inside)).catch(() => [])
      for (const name of names.filter((name) => CHART_FILE.test(name))) {
        const path = join(folder, inside, name)
        const facts = await stat(path).catch(() => null)
        if (!facts?.isFile()) continue
        const id = chartId(join(inside, name))
        const version = digest(`${facts.size} ${facts.mtimeMs} ${facts.ino}`)
        const before = known.get(id)
        if (before && before.version !== version) close(id, before)
        const now = known.get(id) ?? { path, version, origin, bytes: facts.size, archive: opened(path) }
        known.set(id, now)
        found.set(id, now)
      }
    }
    for (const [id, one] of known) {
      if (isSeenBy(organizationId, one) && !found.has(id)) close(id, one)
    }
    return found
  }

  const isSeenBy = (organizationId: string, { origin, path }: Known) =>
    origin === 'server' || path.startsWith(join(folder, organizationId))

  const opened = (path: string) =>
    openChartArchive(path).catch((error) => {
      log.warn('a chart cannot be read', { path, error })
      return null
    })

  function close(id: string, { archive }: Known) {
    known.delete(id)
    void archive.then((archive) => archive?.close())
  }

  async function of(organizationId: string): Promise<Chart[]> {
    const found = await look(organizationId)
    const files = await Promise.all(
      [...found].map(async ([id, { version, origin, bytes, archive }]): Promise<Chart[]> => {
        const facts = (await archive)?.facts
        const tiles = `/api/charts/${id}/${version}/{z}/{x}/{y}`
        return facts ? [{ ...facts, id, tiles, origin, bytes }] : []
      }),
    )
    return [...files.flat(), ...web].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
  }

  return {
    web,
    of,
    async tile(organizationId, { id, version, z, x, y }) {
      const chart = known.get(id) ?? (await look(organizationId)).get(id)
      if (!chart || !isSeenBy(organizationId, chart) || chart.version !== version) return null
      return (await chart.archive)?.tile(z, x, y) ?? null
    },
    async put(organizationId, fileName, file) {
      const own = join(folder, organizationId)
      await mkdir(own, { recursive: true })
      const kind = extname(fileName).toLowerCase()
      const plain = fileName
        .slice(0, fileName.length - kind.length)
        .replace(NO_FILE_NAME, ' ')
        .trim()
      const name = `${plain.replace(/^\.+/, '') || 'chart'}${kind}`
      const there = (await readdir(own)).filter((name) => CHART_FILE.test(name))
      if (there.length >= MOST_CHARTS && !there.includes(name)) throw new Problem('too_many')
      if (!CHART_FILE.test(name)) throw new Problem('invalid', CHART_PROBLEMS.chartUnknown)
      // Begins with a dot: what is not whole is no chart.
      const partial = join(own, `.${randomUUID()}`)
      try {
        await pipeline(file, createWriteStream(partial))
        if (file.truncated) throw new Problem('too_large', CHART_TOO_LARGE)
        const archive = await openChartArchive(partial, name).catch((error) => {
          if (error instanceof ChartProblem) throw new Problem('invalid', CHART_PROBLEMS[error.code])
          throw error
        })
        await archive.close()
        await rename(partial, join(own, name))
      } finally {
        await rm(partial, { force: true })
      }
      const id = chartId(join(organizationId, name))
      const [chart] = (await of(organizationId)).filter((chart) => chart.id === id)
      if (!chart) throw new Problem('conflict')
      return chart
    },
    async delete(organizationId, id) {
      const chart = (await look(organizationId)).get(id)
      if (chart?.origin !== 'organization') return null
      const name = (await chart.archive)?.facts.name ?? ''
      close(id, chart)
      await rm(chart.path, { force: true })
      return name
    },
    async close() {
      for (const [id, chart] of known) close(id, chart)
    },
  }
}

/** By where its file lies in the folder of charts. */
export const chartId = (path: string) => digest(path)
const digest = (words: string) => hash('sha256', words).slice(0, 16)

/**
 * Processor time of a tile of a person's chart, which a worker reads: `node bench/chartTile.ts [--full]`. The time of the
 * server and of its worker, beside reading the same tiles without a worker.
 */
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openChartArchive } from '#server/charts/chartArchive.ts'
import { openCharts } from '#server/charts/openCharts.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { openWorkerPool } from '#server/platform/workerPool.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { PNG, writeMbtiles } from '#server/testing/testChart.ts'
import { loadPerCore, print, quantile } from './figures.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const TILES = values.full ? 20_000 : 2000
/** A tile of a raster chart has about so many bytes. */
const TILE_BYTES = 20_000
const ZOOM = 5
const SIDE = 2 ** ZOOM
/** Unit of the user and system time in `/proc/PID/stat`. */
const TICK_MS = 10

const folder = mkdtempSync(join(tmpdir(), 'taffrail-tile-'))
const chart = join(folder, 'chart.mbtiles')
const tile = Buffer.concat([PNG, Buffer.alloc(TILE_BYTES - PNG.length, 7)])
writeMbtiles(
  chart,
  Array.from({ length: SIDE * SIDE }, (_, i) => ({ z: ZOOM, x: i % SIDE, y: Math.floor(i / SIDE), tile })),
)
const place = (i: number) => ({ z: ZOOM, x: i % SIDE, y: Math.floor(i / SIDE) % SIDE })

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
/** Processor time of the processes that this one has started, ms. */
function childrenMs(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
        return Number(fields[1]) === process.pid
          ? sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS
          : sum
      } catch {
        return sum
      }
    }, 0)
}

const plain = await openChartArchive(chart)
const beforeMs = cpuMs()
for (let i = 0; i < TILES; i++) await plain.tile(place(i))
print('a tile without a worker, CPU-ms', ((cpuMs() - beforeMs) / TILES).toFixed(3))
await plain.close()

const scratch = join(folder, 'scratch')
mkdirSync(scratch)
const workers = openWorkerPool({ size: 2, limits: { seconds: 60, megabytes: 512 }, log: silentLog })
const charts = openCharts({
  ...{ files: folderFiles(join(folder, 'store')), scratch, bus: inProcessBus(() => undefined), web: [] },
  ...{ log: silentLog, workers },
})
const sent = await charts.put('org', 'a.mbtiles', createReadStream(chart))
const [, , , id = '', version = ''] = sent.tiles.split('/')
const read = (i: number) => charts.tile('org', { id, version, ...place(i) })
for (let i = 0; i < 100; i++) await read(i)
const took: number[] = []
const [serverMs, workerMs] = [cpuMs(), childrenMs()]
for (let i = 0; i < TILES; i++) {
  const beganMs = performance.now()
  if (!(await read(i))) throw new Error(`tile ${i} is missing`)
  took.push(performance.now() - beganMs)
}
print('a tile through the worker, CPU-ms of the server', ((cpuMs() - serverMs) / TILES).toFixed(3))
print('a tile through the worker, CPU-ms of the worker', ((childrenMs() - workerMs) / TILES).toFixed(3))
print('clock', `p50 ${quantile(took, 0.5).toFixed(2)}, p95 ${quantile(took, 0.95).toFixed(2)} ms`)
print('load of the machine a core', loadPerCore().toFixed(1))
await charts.close()
await workers.close()
rmSync(folder, { recursive: true })

/** Files of the column store that are cut or changed, as a failing disk leaves them. */
import { closeSync, openSync, readdirSync, readSync, statSync, truncateSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryFolder } from '#server/testing/memoryFolder.ts'
import type { Columns } from './columns.ts'
import { watchDamage } from './damage.ts'
import { openColumns } from './openColumns.ts'

let dataDir = ''
let columns: Columns
const logged: { message: string; fields: Record<string, unknown> }[] = []
const note = (message: string, fields = {}) => void logged.push({ message, fields })
const log = { info: note, warn: note, error: note }
const DAY = 86_400

/** Days since 1970 at which vessel 7 and vessel 8 sent data, in two months. */
const [JUNE, JULY] = [Date.UTC(2026, 5, 10) / 1000 / DAY, Date.UTC(2026, 6, 10) / 1000 / DAY]

beforeAll(async () => {
  dataDir = await mkdtemp(join(memoryFolder(), 'taffrail-damage-'))
  columns = await openColumns({ dataDir })
  for (const [vessel, day] of [
    [7, JUNE],
    [8, JULY],
  ] as const) {
    await columns.command(
      `INSERT INTO telemetry.fixes (vessel, time) SELECT ${vessel}, toDateTime64(${day * DAY} + number, 6, 'UTC') FROM numbers(20000)`,
    )
    await columns.insert(
      'telemetry.sources',
      ['vessel', 'series', 'instance', 'source', 'from_day', 'to_day'],
      `${vessel}\t0\t0\t1\t${day}\t${day}\n`,
    )
  }
})
afterAll(async () => {
  await columns.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Path of the largest file of the part of that month. */
function fileOf(month: string): string {
  const stored = join(dataDir, 'telemetry', 'store')
  const paths = (readdirSync(stored, { recursive: true }) as string[])
    .filter((path) => path.includes(`/${month}_`) && path.endsWith('.bin'))
    .map((path) => join(stored, path))
  return paths.sort((a, b) => statSync(b).size - statSync(a).size)[0] ?? ''
}

function flipBit(path: string) {
  const file = openSync(path, 'r+')
  const at = statSync(path).size >> 1
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 4
  writeSync(file, byte, 0, 1, at)
  closeSync(file)
}

test('names the part with a flipped bit when a query fails on it, with its times and vessels', async () => {
  const watch = await watchDamage(columns, log)
  expect(watch.parts()).toEqual([])
  flipBit(fileOf('202607'))
  await expect(columns.rows('SELECT * FROM telemetry.fixes WHERE vessel = 8')).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringMatching(/part 202607_\S+ of telemetry\.fixes cannot be read/),
  })
  expect(await columns.rows('SELECT toUInt32(count()) AS n FROM telemetry.fixes WHERE vessel = 7')).toEqual([
    { n: 20_000 },
  ])
  await watch.close()
  const again = await watchDamage(columns, log)
  expect(again.parts()).toMatchObject([
    {
      ...{ table: 'telemetry.fixes', part: expect.stringMatching(/^202607_/), state: 'unreadable' },
      ...{ fromMs: JULY * DAY * 1000, toMs: (JULY * DAY + 19_999) * 1000, vesselNumbers: [8] },
    },
  ])
  expect(logged.at(-1)).toMatchObject({
    message: expect.stringContaining('queries of its rows fail'),
    fields: { from: '2026-07-10T00:00:00.000Z', vessels: 1 },
  })
  await again.close()
})

test('finds a part that was cut and moved aside at the start, with its times and vessels', async () => {
  const path = fileOf('202606')
  await columns.close()
  truncateSync(path, 100)
  columns = await openColumns({ dataDir })
  const watch = await watchDamage(columns, log)
  expect(watch.count()).toBe(1)
  expect(watch.parts()).toMatchObject([
    {
      ...{ table: 'telemetry.fixes', part: expect.stringMatching(/202606_/), state: 'set_aside' },
      ...{ fromMs: JUNE * DAY * 1000, toMs: (JUNE * DAY + 19_999) * 1000, vesselNumbers: [7] },
    },
  ])
  expect(logged.at(-1)?.message).toContain('moved aside')
  await watch.close()
})

import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestClickHouse, type TestClickHouse } from '#server/testing/testClickHouse.ts'
import type { Columns } from './columns.ts'
import { BOOK, MIGRATIONS } from './migrateColumns.ts'
import { openColumns } from './openColumns.ts'
import { onCluster } from './replicated.ts'

let server: TestClickHouse
let trouble: Awaited<ReturnType<typeof troubledWay>>
let plain: Columns
let replicated: Columns
beforeAll(async () => {
  server = await startTestClickHouse()
  trouble = await troubledWay(server.url)
  // The engine here has no Keeper, so the tables are made as one server has them.
  plain = await openColumns({ CLICKHOUSE_URL: server.url, dataDir: '' })
  replicated = await openColumns({ CLICKHOUSE_URL: trouble.url, CLICKHOUSE_CLUSTER: 'fleet', dataDir: '' })
})
afterAll(async () => {
  await replicated?.close()
  await plain?.close()
  await trouble?.close()
  await server?.close()
})

test('every statement for a cluster is one that the engine can read, and all replicas are told', async () => {
  const statements = [...BOOK, ...MIGRATIONS.flat()].map((statement) => onCluster(statement, 'fleet'))
  for (const statement of statements) {
    const [first = ''] = statement.split('\n')
    expect(/^INSERT INTO/.test(first) || / ON CLUSTER fleet\b/.test(first), first).toBe(true)
    expect(statement).not.toMatch(/ENGINE = (?!Replicated|Null)/)
    if (!/^INSERT INTO/.test(first)) await plain.command(`EXPLAIN AST ${statement}`)
  }
  await expect(plain.command('EXPLAIN AST CREATE TABLE telemetry.x ON CLUSTER')).rejects.toThrow()
  await expect(`${statements.join(';\n\n')};\n`).toMatchFileSnapshot('./replicated.sql')
})

test('one server is told nothing of a cluster', () => {
  for (const statement of MIGRATIONS.flat()) expect(onCluster(statement, undefined)).toBe(statement)
})

describe('an insert on its way to a replica', () => {
  const choices = (vessel: number) =>
    plain.rows(`SELECT vessel FROM telemetry.source_choices FINAL WHERE vessel = ${vessel}`)
  const choose = (columns: Columns, vessel: number) =>
    columns.insert('telemetry.source_choices', ['vessel', 'source'], `${vessel}\t7\n`)
  const tokens = () =>
    trouble.seen.splice(0).map((text) => /insert_deduplication_token = '([\w-]+)'/.exec(text)?.[1])

  test('is sent again under the same token when its answer is cut off, and counts once', async () => {
    trouble.seen.splice(0)
    trouble.next('cut')
    await choose(replicated, 1)
    const [first, second, ...more] = tokens()
    expect([first, more]).toEqual([expect.stringMatching(/^[\w-]{36}$/), []])
    expect(second).toBe(first)
    expect(await choices(1)).toEqual([{ vessel: 1 }])
    await choose(replicated, 2)
    await choose(replicated, 2)
    expect(new Set(tokens()).size).toBe(2)
  })

  test('waits for most replicas, and for nothing that is only queued', async () => {
    trouble.seen.splice(0)
    await choose(replicated, 3)
    expect(trouble.seen.join()).toMatch(/async_insert = 0, insert_quorum = 'auto'/)
  })

  test('is rejected, and not taken for stored, while there is nobody to answer or too few replicas', async () => {
    for (const [how, sends] of [
      ['503', 1],
      ['too few', 2],
    ] as const) {
      trouble.seen.splice(0)
      trouble.next(how, how)
      await expect(choose(replicated, 4), how).rejects.toThrow()
      expect([how, trouble.seen.length]).toEqual([how, sends])
      trouble.next()
    }
    expect(await choices(4)).toEqual([])
    await choose(replicated, 4)
    expect(await choices(4)).toEqual([{ vessel: 4 }])
  })

  test('a read that is cut off rejects, and gives no half answer', async () => {
    trouble.next('half')
    await expect(replicated.rows('SELECT number FROM numbers(1000)')).rejects.toThrow()
    expect(await replicated.rows('SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  test('a slow answer is waited for', async () => {
    trouble.next('slow')
    await choose(replicated, 5)
    expect(await choices(5)).toEqual([{ vessel: 5 }])
  })
})

type Trouble = 'cut' | 'half' | '503' | 'too few' | 'slow'

/** A way to the server on which the next answers fare as they are told. */
async function troubledWay(target: string) {
  const seen: string[] = []
  let ahead: Trouble[] = []
  const refuse = (response: ServerResponse, status: number, code: string, text: string) =>
    response.writeHead(status, { 'x-clickhouse-exception-code': code }).end(text)
  const way = createServer(async (asked, response) => {
    const body = await buffer(asked)
    seen.push(body.toString())
    const how = ahead.shift()
    if (how === '503') return response.writeHead(503).end('Service Unavailable')
    if (how === 'too few')
      return refuse(
        response,
        500,
        '285',
        'Code: 285. DB::Exception: Number of alive replicas (1) is less than requested quorum (2). (TOO_FEW_LIVE_REPLICAS)',
      )
    const passed = request(
      new URL(asked.url ?? '/', target),
      { method: asked.method, headers: { ...asked.headers, host: new URL(target).host } },
      async (answer) => {
        const bytes = await buffer(answer)
        if (how === 'cut') return asked.socket.destroy()
        if (how === 'slow') await new Promise((done) => setTimeout(done, 300))
        response.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'content-length': bytes.length })
        if (how !== 'half') return response.end(bytes)
        response.write(bytes.subarray(0, bytes.length / 2), () => asked.socket.destroy())
      },
    )
    passed.end(body)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    seen,
    next: (...how: Trouble[]) => {
      ahead = how
    },
    close: () =>
      new Promise<void>((resolve) => {
        way.close(() => resolve())
        way.closeAllConnections()
      }),
  }
}

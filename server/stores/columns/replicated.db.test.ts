import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AWAY, faultyProxy } from '#server/testing/faultyProxy.ts'
import { startTestClickHouse, type TestClickHouse } from '#server/testing/testClickHouse.ts'
import { isUnreachable } from '../unreachable.ts'
import type { Columns } from './columns.ts'
import { BOOK, MIGRATIONS } from './migrateColumns.ts'
import { openColumns } from './openColumns.ts'
import { onCluster } from './replicated.ts'

let server: TestClickHouse
let trouble: Awaited<ReturnType<typeof faultyProxy>>
let plain: Columns
let replicated: Columns
beforeAll(async () => {
  server = await startTestClickHouse()
  trouble = await faultyProxy(server.url)
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

test('writes every statement for a cluster in readable SQL and for all replicas', async () => {
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

test('adds nothing of a cluster to the statements of one server', () => {
  for (const statement of MIGRATIONS.flat()) expect(onCluster(statement, undefined)).toBe(statement)
})

describe('an insert on its way to a replica', () => {
  const choices = (vessel: number) =>
    plain.rows(`SELECT vessel FROM telemetry.source_choices FINAL WHERE vessel = ${vessel}`)
  const choose = (columns: Columns, vessel: number) =>
    columns.insert('telemetry.source_choices', ['vessel', 'source'], `${vessel}\t7\n`)
  const tokens = () =>
    trouble.seen.splice(0).map((text) => /insert_deduplication_token = '([\w-]+)'/.exec(text)?.[1])

  test('sends an insert again under the same token when its answer is cut off, and stores it once', async () => {
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

  test('waits for most replicas, and does not wait for queued inserts', async () => {
    trouble.seen.splice(0)
    await choose(replicated, 3)
    expect(trouble.seen.join()).toMatch(/async_insert = 0, insert_quorum = 'auto'/)
  })

  test('sends an insert again under the same token when a proxy answers that no server is there', async () => {
    for (const [i, how] of AWAY.entries()) {
      trouble.seen.splice(0)
      trouble.next(how)
      await choose(replicated, 10 + i)
      const [first, second, ...more] = tokens()
      expect([how, second, more]).toEqual([how, first, []])
      expect(await choices(10 + i)).toEqual([{ vessel: 10 + i }])
    }
  })

  test('rejects an insert when no server answers or too few replicas are there', async () => {
    for (const [how, sends, isAway] of [
      ...AWAY.map((one) => [one, 2, true] as const),
      ['too few', 2, true],
      // An insert that a proxy refuses does not pass the next time either.
      ['413 of nginx', 1, false],
    ] as const) {
      trouble.seen.splice(0)
      trouble.hold(how)
      const error = await choose(replicated, 4).catch((refused) => refused)
      trouble.hold(null)
      expect([how, error instanceof Error, isUnreachable(error)]).toEqual([how, true, isAway])
      expect([how, trouble.seen.length]).toEqual([how, sends])
    }
    expect(await choices(4)).toEqual([])
    await choose(replicated, 4)
    expect(await choices(4)).toEqual([{ vessel: 4 }])
  })

  test('treats a proxy’s answer to a read as unavailable, and a server’s refusal as an error', async () => {
    for (const how of AWAY)
      for (const read of [replicated.rows, replicated.rowBinary]) {
        trouble.next(how)
        await expect(read('SELECT 1'), how).rejects.toMatchObject({ code: 'unavailable' })
      }
    await expect(replicated.rows('SELECT nothing')).rejects.toMatchObject({ code: '47' })
  })

  test('rejects a read that is cut off, without half an answer', async () => {
    trouble.next('half')
    await expect(replicated.rows('SELECT number FROM numbers(1000)')).rejects.toThrow()
    expect(await replicated.rows('SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  test('waits for a slow answer', async () => {
    trouble.next('slow')
    await choose(replicated, 5)
    expect(await choices(5)).toEqual([{ vessel: 5 }])
  })
})

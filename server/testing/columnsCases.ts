/** Requirements of the column store, whichever way it is reached. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Columns } from '#server/stores/columns/columns.ts'
import { migrateColumns } from '#server/stores/columns/migrateColumns.ts'

export function columnsCases(open: (readTimeoutS: number) => Promise<Columns>): void {
  let columns: Columns
  beforeAll(async () => {
    columns = await open(1)
    await columns.command(
      'CREATE TABLE IF NOT EXISTS telemetry.probe (n Int64) ENGINE = MergeTree ORDER BY n',
    )
  })
  afterAll(() => columns.close())

  const count = async (where = '1') =>
    (
      await columns.rows<{ found: number }>(
        `SELECT toUInt32(count()) AS found FROM telemetry.probe WHERE ${where}`,
      )
    )[0]?.found

  test('returns rows and bytes unchanged', async () => {
    await columns.insert('telemetry.probe', ['n'], '-1\n9007199254740991\n')
    expect(await columns.rows('SELECT n FROM telemetry.probe WHERE n > 0')).toEqual([{ n: 2 ** 53 - 1 }])
    expect(await columns.rowBinary('SELECT n FROM telemetry.probe WHERE n < 0')).toEqual(
      Buffer.alloc(8, 0xff),
    )
  })

  test('reports what is wrong with a statement and continues', async () => {
    await expect(columns.rows('SELECT nothing FROM telemetry.probe')).rejects.toThrow('nothing')
    await expect(columns.insert('telemetry.probe', ['n'], 'seven\n')).rejects.toThrow()
    await expect(columns.command('CREATE NONSENSE')).rejects.toThrow()
    expect(await count('n = 7')).toBe(0)
  })

  test('ends a query that takes too long, and only that one', async () => {
    const endless = columns.rows('SELECT count() FROM numbers(1000000000000) WHERE sin(number) > 2')
    const quick = count()
    await expect(endless).rejects.toMatchObject({ code: 'unavailable' })
    expect(await quick).toBeGreaterThan(0)
  })

  test.for([
    ['reads a file', "SELECT * FROM file('/etc/hostname', 'LineAsString')"],
    ['calls out', "SELECT * FROM url('http://127.0.0.1:9/', 'LineAsString')"],
    ['runs a program', "SELECT * FROM executable('id', 'TSV', 'a String')"],
    ['inserts', 'INSERT INTO telemetry.probe VALUES (5)'],
    ['drops', 'DROP TABLE telemetry.probe'],
    ['asks for more time', 'SELECT 1 SETTINGS max_execution_time = 1000'],
  ])('rejects a read that %s', async ([, sql]) => {
    // All reading sessions, not just the first one that is free.
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => columns.rowBinary(sql ?? '')))
    expect(tries.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
    expect(await count('n = 5')).toBe(0)
  })

  test('lets nothing be inserted while a task has the store alone', async () => {
    const insert = () => columns.insert('telemetry.probe', ['n'], '3\n')
    const inserts: Promise<void>[] = []
    const seen = await columns.exclusively(async (command) => {
      inserts.push(...[1, 2, 3, 4].map(insert))
      await command('SELECT sleep(0.05)')
      return count('n = 3')
    })
    await Promise.all([...inserts, columns.exclusively(async () => undefined)])
    expect([seen, await count('n = 3')]).toEqual([0, 4])
  })

  test('completes migrations that were stopped at any statement', {
    timeout: 120_000,
  }, async () => {
    const tables = () =>
      columns.rows<{ name: string }>(
        "SELECT name FROM system.tables WHERE database = 'telemetry' AND name != 'probe' ORDER BY name",
      )
    const whole = await tables()
    await columns.command('DROP DATABASE telemetry')
    let done = false
    for (let stopAt = 1; !done; stopAt++) {
      let left = stopAt
      const stopping = <Rest extends unknown[]>(step: (...rest: Rest) => Promise<void>) => {
        return async (...rest: Rest) => {
          if (--left === 0) throw new Error('stopped')
          await step(...rest)
        }
      }
      const stopped = {
        ...columns,
        command: stopping(columns.command),
        insert: stopping(columns.insert),
      }
      done = await migrateColumns(stopped, { dataDir: '' }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('stopped')
          return false
        },
      )
    }
    expect(await tables()).toEqual(whole)
  })
}

import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Columns } from './columns/columns.ts'
import type { Records } from './relational/openRecords.ts'

/** The stores are queried at most this often, however many callers ask. */
const REMEMBERED_MS = 2000
const WAIT_MS = 3000

/** True while the stores elsewhere answer; stores in this process live as long as it does. */
export function storesReady(given: {
  records?: Pick<Records, 'db' | 'engine'>
  columns: Pick<Columns, 'path' | 'rows'>
}): () => Promise<boolean> {
  const { records, columns } = given
  let known: Promise<boolean> | null = null
  let askedMs = Number.NEGATIVE_INFINITY

  async function ask(): Promise<boolean> {
    const asking = Promise.all([
      records?.engine === 'postgres' && records.db.execute(sql`select 1`),
      columns.path === null && columns.rows('SELECT 1'),
    ])
    const late = later(WAIT_MS, false, { ref: false })
    return Promise.race([asking.then(() => true), late]).catch(() => false)
  }

  return () => {
    const nowMs = performance.now()
    if (!known || nowMs - askedMs > REMEMBERED_MS) {
      askedMs = nowMs
      known = ask()
    }
    return known
  }
}

import { type Held, withLease } from '#server/cluster/withLease.ts'
import type { Log } from '#server/platform/log.ts'
import { openRounds } from '#server/platform/rounds.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { RecordsLease } from './leases.ts'
import { giveParts, readSharing, removeSilent, type SharedWork, takeParts, workLease } from './sharedWork.ts'

const LOOK_EVERY_MS = 1000
const STOP_MS = 500

/**
 * Maximum parts for one process, given the number that each living process has. Together the processes have
 * all parts. A surplus part stays free as long as any process has less than its share.
 */
export function fairShare(parts: number, held: readonly number[]): number {
  const due = parts / Math.max(1, held.length)
  return held.some((count) => count < Math.floor(due)) ? Math.floor(due) : Math.ceil(due)
}

/** Does the work in this process, for the parts that the process has. */
export interface Worker {
  parts(): readonly number[]
  hold(parts: readonly number[]): Promise<void>
  /** Resolves once no work of these parts is under way. */
  drop(parts: readonly number[]): Promise<void>
}

export interface Sharing {
  /** Looks at once instead of within a second. */
  look(): Promise<void>
  close(): Promise<void>
}

/**
 * Shares the parts of a work among the living processes, by the records. Takes free parts up to a fair share,
 * and releases surplus parts once their work is done. `me` is the name of this process's lease.
 */
export function shareWork(given: {
  work: SharedWork
  db: Db
  me: string
  worker: Worker
  log: Log
}): Sharing {
  const { work, db, me, worker, log } = given
  const of = work.parts.length
  const giving = new Set<number>()
  const handovers = new Set<Promise<void>>()

  async function look() {
    const before = await readSharing(db, work)
    if (before.silent.length > 0) await removeSilent(db, before.silent)
    const { living, parts } = before.silent.length > 0 ? await readSharing(db, work) : before
    const mine = parts.filter(({ holder }) => holder === me).map(({ part }) => part)
    const kept = mine.filter((part) => !giving.has(part))
    const share = fairShare(
      of,
      living.map((name) => parts.filter(({ holder }) => holder === name).length),
    )
    if (kept.length > share) give(kept.splice(share))
    if (kept.length < share && parts.some(({ holder }) => holder === null))
      kept.push(...(await takeParts(db, work, me, share - kept.length)))
    const known = new Set(worker.parts())
    const added = kept.filter((part) => !known.has(part))
    if (added.length === 0) return
    log.info(work.logs.more, { parts: added.length, of })
    await worker.hold(added)
  }

  function give(more: readonly number[]) {
    for (const part of more) giving.add(part)
    const all = giveBack(more)
      .catch((error) =>
        log.warn('work could not be handed over and will be tried again', { name: work.name, error }),
      )
      .finally(() => {
        for (const part of more) giving.delete(part)
        handovers.delete(all)
      })
    handovers.add(all)
  }

  async function giveBack(more: readonly number[]) {
    await worker.drop(more)
    await giveParts(db, work, me, more)
    log.info(work.logs.fewer, { parts: more.length, of })
  }

  const rounds = openRounds(look, {
    everyMs: LOOK_EVERY_MS,
    onFailure: (error) => log.warn('work could not be shared', { name: work.name, error }),
  })
  rounds.start()
  return {
    async look() {
      await rounds.drain()
      await Promise.all(handovers)
    },
    close: () => rounds.close(STOP_MS),
  }
}

/**
 * Takes part in a work as long as the process renews its lease and is able to do the work. A process that was silent for
 * too long starts again under another name.
 */
export function takePart<Running extends Worker & { close(): Promise<void> }>(given: {
  work: SharedWork
  db: Db
  log: Log
  start: (own: RecordsLease) => Promise<Running>
  isAble?: (() => boolean) | undefined
}): Held<Running> {
  const { work, db, log, isAble } = given
  const lease = workLease(db, work)
  async function start(): Promise<Running> {
    const worker = await given.start(lease.own)
    const sharing = shareWork({ work, db, me: lease.own.name, worker, log })
    return {
      ...worker,
      async close() {
        await sharing.close()
        await worker.close()
      },
    }
  }
  return withLease({ lease, start, log, isAble })
}

import type { Log } from '#server/platform/log.ts'
import { PARTITIONS } from '#server/platform/partitions.ts'
import { openRounds } from '#server/platform/rounds.ts'
import { givePartitions, readSharing, removeSilent, takePartitions } from '#server/records/partitions.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Processing } from './startProcessing.ts'

const LOOK_EVERY_MS = 1000
const STOP_MS = 500

/** What one process has at most when so many live: all of them together have everything. */
export const fairShare = (living: number): number => Math.ceil(PARTITIONS / Math.max(1, living))

type Shared = Pick<Processing, 'partitions' | 'hold' | 'drop'>

export interface Sharing {
  /** Looks at once, and not in a second. */
  look(): Promise<void>
  close(): Promise<void>
}

/**
 * Shares the partitions of vessels among the processes that live, by what stands in the records: takes what nobody has up to
 * a fair share, and gives back what is more, once nothing of it is under way. `me` is the name of this process's lease.
 */
export function shareVessels(given: { db: Db; me: string; processing: Shared; log: Log }): Sharing {
  const { db, me, processing, log } = given
  const giving = new Set<number>()
  const handovers = new Set<Promise<void>>()

  async function look() {
    const before = await readSharing(db)
    if (before.silent.length > 0) await removeSilent(db, before.silent)
    const { living, partitions } = before.silent.length > 0 ? await readSharing(db) : before
    const mine = partitions.filter(({ holder }) => holder === me).map(({ partition }) => partition)
    const kept = mine.filter((partition) => !giving.has(partition))
    const share = fairShare(living.length)
    if (kept.length > share) give(kept.splice(share))
    if (kept.length < share && partitions.some(({ holder }) => holder === null))
      kept.push(...(await takePartitions(db, me, share - kept.length)))
    const known = new Set(processing.partitions())
    const added = kept.filter((partition) => !known.has(partition))
    if (added.length === 0) return
    log.info('computes for more vessels', { partitions: added.length, of: PARTITIONS })
    await processing.hold(added)
  }

  function give(more: readonly number[]) {
    for (const partition of more) giving.add(partition)
    const all = giveBack(more)
      .catch((error) => log.warn('vessels could not be handed over and will be again', { error }))
      .finally(() => {
        for (const partition of more) giving.delete(partition)
        handovers.delete(all)
      })
    handovers.add(all)
  }

  async function giveBack(more: readonly number[]) {
    await processing.drop(more)
    await givePartitions(db, me, more)
    log.info('leaves vessels to another process', { partitions: more.length, of: PARTITIONS })
  }

  const rounds = openRounds(look, {
    everyMs: LOOK_EVERY_MS,
    onFailure: (error) => log.warn('vessels could not be shared', { error }),
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

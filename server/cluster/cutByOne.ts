import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/platform/log.ts'
import { type Lease, withLease } from './withLease.ts'

/** Store in which one machine puts its archives, so that other machines need not cut them. */
export interface OtherMachines {
  /** Lease of the machine that cuts. */
  lease: Lease
  /** False when no machine has put an archive of that name there; a file that is here already stays as it is. */
  copyTo(path: string, name: string): Promise<boolean>
  putThere(path: string, name: string): Promise<void>
}

/** How often to see whether another machine has cut the awaited archive. */
const LOOK_ELSEWHERE_MS = 5000

/**
 * Ends with an archive at `path`, cut by one machine of all. Asks again while another machine cuts, and while
 * the shared store does not answer.
 */
export const cutByOne =
  ({ lease, copyTo, putThere }: OtherMachines, log: Log) =>
  async (name: string, path: string, cutHere: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    const isThere = () =>
      copyTo(path, name).catch((error) => {
        log.warn('a map archive of another machine cannot be copied yet', { name, error })
        return false
      })
    if (await isThere()) return
    const ended = Promise.withResolvers<'ended'>()
    const end = () => ended.resolve('ended')
    signal.addEventListener('abort', end)
    async function cutAndPut() {
      if (await isThere()) return
      await cutHere()
      if (existsSync(path)) await putThere(path, name)
    }
    const held = withLease({
      lease,
      log,
      async start() {
        const cutting = cutAndPut()
          .catch((error) => log.warn('a map archive stays on this machine for now', { name, error }))
          .finally(end)
        return { close: () => cutting }
      },
    })
    const later = () => sleep(LOOK_ELSEWHERE_MS, 'later', { ref: false })
    while (
      (await Promise.race([ended.promise, later()])) === 'later' &&
      (held.running || !(await isThere()))
    ) {}
    await held.close()
    signal.removeEventListener('abort', end)
  }

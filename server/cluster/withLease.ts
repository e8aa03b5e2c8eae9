import type { Log } from '#server/platform/log.ts'

/** The right to do work that one process at a time may do. */
export interface Lease {
  name: string
  /** False while another process has it. */
  take(): Promise<boolean>
  /** False once another process has it. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

export interface Held<Running> {
  /** Work that runs here; null while another process does it. */
  readonly running: Running | null
  close(): Promise<void>
}

/** A process that does not renew for LEASE_MS is replaced; this interval leaves it several tries. */
export const LEASE_MS = 7000
/** A process whose session with the database has ended, as a killed one, is replaced when it does not renew for SURE_MS. */
export const SURE_MS = 2500
const LOOK_EVERY_MS = 1000

/**
 * Runs something while this process has the lease, and waits to take over while another process has it. After
 * a failed start the lease goes to another process, and the start is tried again.
 */
export function withLease<Running extends { close(): Promise<void> }>(given: {
  lease: Lease
  start: () => Promise<Running>
  log: Log
  /** False while it could not do it: then it leaves it to another process. */
  isAble?: (() => boolean) | undefined
}): Held<Running> {
  const { lease, start, log, isAble = () => true } = given
  const { name } = lease
  let isHeld = false
  let isClosed = false
  let running: Running | null = null
  let looking: Promise<void> | null = null
  let changing: Promise<void> | null = null

  /**
   * Renews or takes the lease. While the records do not answer, no other process can take it either, or writes of this
   * process are refused.
   */
  async function look() {
    const wasHeld = isHeld
    const able = isAble()
    isHeld = able && (await (wasHeld ? lease.renew() : lease.take()))
    if (wasHeld && !able) log.warn('this process cannot do its job now and leaves it to another', { name })
    else if (wasHeld && !isHeld) log.warn('another process has taken over', { name })
    if (!wasHeld && isHeld) log.info('this process takes over', { name })
  }

  function settle() {
    if (changing || isClosed) return
    if (isHeld === (running !== null)) return
    changing = (isHeld ? begin() : end()).finally(() => {
      changing = null
    })
  }

  async function begin() {
    try {
      running = await start()
    } catch (error) {
      log.error('a job that this process took over could not start', { name, error })
      isHeld = false
      await lease.release().catch(() => undefined)
    }
  }

  async function end() {
    const ending = running
    running = null
    await ending
      ?.close()
      .catch((error) =>
        log.warn('a job that another process has taken over did not end cleanly', { name, error }),
      )
    // No other process begins before this one has ended; if another one has begun, this changes nothing.
    await lease.release().catch(() => undefined)
  }

  function tick() {
    // Work that is ending here is not taken again before it has ended.
    if (changing && !isHeld) return
    looking ??= look()
      .catch((error) => log.warn('a lease could not be checked', { name, error }))
      .finally(() => {
        looking = null
        settle()
      })
  }

  tick()
  const timer = setInterval(tick, LOOK_EVERY_MS)
  return {
    get running() {
      return running
    },
    async close() {
      isClosed = true
      await changing
      await end()
      clearInterval(timer)
      await looking
      if (isHeld) await lease.release().catch(() => undefined)
    },
  }
}

/** Work that runs as long as the process does, because no other process may do it. */
export const noLease = <Running extends { close(): Promise<void> }>(running: Running): Held<Running> => ({
  running,
  close: () => running.close(),
})

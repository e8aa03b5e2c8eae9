import type { Log } from './log.ts'

/** Jobs in the records, which any process may take; see `claimsOf`. */
export interface JobSource<Job> {
  /** Takes the next job. `againMs` is the time until a job that is not free now may be free; null without one. */
  claim(): Promise<Job | { againMs: number | null }>
  /** Renews the claims; answers the jobs that are still wanted and still of this process. */
  renew(jobs: readonly Job[]): Promise<Job[]>
  /** Leaves the jobs to other processes. */
  release(jobs: readonly Job[]): Promise<void>
  /**
   * Leaves jobs whose claims may have expired while the records did not answer. Their claims do not count as unanswered:
   * this process lives.
   */
  excuse(jobs: readonly Job[]): Promise<void>
}

export interface JobQueue {
  /** A job may have come, or may be unwanted now. */
  wake(): void
  /** A job may have come. */
  look(): void
  /** Resolves when no job is free and none runs; for tests. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Three renewals fit into a claim (`CLAIM_MS`). */
const RENEW_EVERY_MS = 5000
/** Usual pause after an error of the records, and while a store is away, ms. */
const RETRY_MS = 30_000

/**
 * Works off jobs, some at once. Looks for one when it is woken, when a job ends, and when the claim of another process
 * expires; without open jobs it asks nothing. `signal` is aborted when the job is unwanted, when another process may
 * have taken it, and when this process ends.
 */
export function openJobQueue<Job extends object>(given: {
  name: string
  source: JobSource<Job>
  atOnce: number
  /** Resolves with false when a store is away, so that this process takes no job for a while. */
  run(job: Job, signal: AbortSignal): Promise<boolean>
  log: Log
  /** Pause after an error, ms. */
  retryMs?: number
}): JobQueue {
  const { name, source, atOnce, run, log, retryMs = RETRY_MS } = given
  const running = new Map<Job, { stop: AbortController; done: Promise<void> }>()
  let isClosed = false
  let looking: Promise<void> | null = null
  let isWoken = false
  let isPaused = false
  /** Jobs of this process whose claims it could not renew or end, because the records did not answer. */
  const unsettled = new Set<Job>()
  let again: NodeJS.Timeout | undefined
  let renewing: Promise<void> = Promise.resolve()
  const heart = setInterval(() => void renew(), RENEW_EVERY_MS).unref()

  async function excuseEnded() {
    for (const job of [...unsettled]) {
      if (running.has(job)) continue
      unsettled.delete(job)
      try {
        await source.excuse([job])
      } catch (error) {
        unsettled.add(job)
        throw error
      }
    }
  }

  async function look() {
    do {
      isWoken = false
      if (!isPaused) clearTimeout(again)
      await excuseEnded()
      while (!isClosed && !isPaused && running.size < atOnce) {
        const next = await source.claim()
        if ('againMs' in next) {
          if (next.againMs !== null) again = setTimeout(lookNow, next.againMs + 1).unref()
          break
        }
        begin(next as Job)
      }
    } while (isWoken && !isClosed)
  }

  function begin(job: Job) {
    const stop = new AbortController()
    if (isClosed) stop.abort()
    const done = run(job, stop.signal)
      .catch(async (error) => {
        if (stop.signal.aborted) return false
        log.warn('a job could not be ended', { name, error })
        await source.release([job]).catch(() => unsettled.add(job))
        return false
      })
      .then((isWell) => {
        if (isClosed) return
        running.delete(job)
        if (isWell) lookNow()
        else pause()
      })
    running.set(job, { stop, done })
  }

  function renew(): Promise<void> {
    renewing = renewing.then(async () => {
      const jobs = [...running.keys()]
      if (isClosed) return
      try {
        await excuseEnded()
        if (jobs.length === 0) return
        const kept = new Set(await source.renew(jobs))
        for (const job of jobs) {
          if (kept.has(job)) unsettled.delete(job)
          else running.get(job)?.stop.abort()
        }
      } catch (error) {
        for (const job of jobs) unsettled.add(job)
        log.warn('claims could not be renewed', { name, error })
      }
    })
    return renewing
  }

  function pause() {
    isPaused = true
    clearTimeout(again)
    if (!isClosed) again = setTimeout(goOn, retryMs).unref()
  }

  function goOn() {
    isPaused = false
    lookNow()
  }

  function lookNow() {
    if (isClosed) return
    isWoken = true
    looking ??= look()
      .catch((error) => {
        log.warn('jobs could not be read', { name, error })
        pause()
      })
      .finally(() => {
        looking = null
        // A wake-up may have come after the last look and before this.
        if (isWoken) lookNow()
      })
  }

  lookNow()
  return {
    wake() {
      void renew()
      goOn()
    },
    look: goOn,
    async idle() {
      while (looking || running.size > 0) {
        await looking
        await Promise.all([...running.values()].map(({ done }) => done))
      }
    },
    async close() {
      isClosed = true
      clearInterval(heart)
      clearTimeout(again)
      for (const { stop } of running.values()) stop.abort()
      await looking
      for (const { stop } of running.values()) stop.abort()
      await renewing
      await Promise.all([...running.values()].map(({ done }) => done))
      await source
        .release([...running.keys()])
        .catch((error) => log.warn('jobs could not be left to other processes', { name, error }))
    },
  }
}

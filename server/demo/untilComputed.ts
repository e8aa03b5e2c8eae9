import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_US } from '#contract/domain/time.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Log } from '#server/platform/log.ts'
import type { Processing } from '#server/processing/loop/startProcessing.ts'
import { countUnfinished } from '#server/records/tripAnalysis.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

interface Dependencies {
  db: Db
  processing: Pick<Processing, 'waitingBeforeUs'>
  bus: Bus
  log: Log
}

const LOOK_EVERY_MS = 1000

/**
 * Resolves when all data before that moment is processed and each earlier trip has its figures. Trips since
 * `forecastSinceUs` must also have their forecast. Reports the progress meanwhile, and ends early when
 * `signal` is aborted.
 */
export async function untilComputed(
  { db, processing, bus, log }: Dependencies,
  beforeUs: number,
  forecastSinceUs: number | null,
  signal: AbortSignal,
): Promise<void> {
  let [total, loggedTenth] = [0, -1]
  while (!signal.aborted) {
    const left = await leftBefore({ db, processing }, beforeUs, forecastSinceUs)
    total = Math.max(total, left)
    const done = total - left
    bus.publish({ type: 'preparation.progressed', done, total, what: 'Figures' })
    if (left === 0) {
      log.info('demo figures complete')
      return
    }
    const tenth = Math.floor((10 * done) / total)
    if (tenth > loggedTenth) log.info(`demo figures ${tenth * 10} %`)
    loggedTenth = Math.max(loggedTenth, tenth)
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** An hour of a boat takes about as long as the figures of a trip. */
const leftBefore = async (
  { db, processing }: Pick<Dependencies, 'db' | 'processing'>,
  beforeUs: number,
  forecastSinceUs: number | null,
) => processing.waitingBeforeUs(beforeUs) / HOUR_US + (await countUnfinished(db, beforeUs, forecastSinceUs))

/**
 * Resolves when the data between two moments is processed; figures of its trips may still be under way. Older data that
 * arrived before would join it and go first. Nothing waits for more of the data. It waits a minute at most, because work that keeps failing holds nothing
 * else up.
 */
export async function untilProcessedBetween(
  processing: Pick<Processing, 'waitingBeforeUs' | 'hasten'>,
  { fromUs, beforeUs }: { fromUs: number; beforeUs: number },
  signal: AbortSignal,
): Promise<void> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT_MS)])
  while (!ending.aborted) {
    if (processing.waitingBeforeUs(beforeUs, true) <= processing.waitingBeforeUs(fromUs, true)) return
    processing.hasten(beforeUs)
    await pause(LOOK_AGAIN_MS, undefined, { signal: ending }).catch(() => undefined)
  }
}

const LOOK_AGAIN_MS = 100
const LONGEST_WAIT_MS = 60_000

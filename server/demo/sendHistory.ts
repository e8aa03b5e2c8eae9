import { setTimeout as rest } from 'node:timers/promises'
import { nothingDecoded } from '#contract/domain/reading.ts'
import { isPaired } from '#server/gateway/intake.ts'
import type { Gateway } from '#server/gateway/startGateway.ts'
import type { Throttle } from '#server/platform/throttle.ts'
import type { PretendBoat } from '#simulator/pretendBoat.ts'
import type { HistoryPlan, Span } from './historyPlan.ts'

export interface HistoryBoat {
  deviceId: string
  pretend: PretendBoat
  /** The boat is silent after this second. */
  lastReportS: number
}

/** Length of a chunk, which is generated at once without a pause. */
const CHUNK_S = 60
/**
 * After each chunk a boat rests for this many times the chunk's duration, including its store. So two boats
 * at a time leave most of the process to processing.
 */
const REST = 3
/** The gateway writes a batch without waiting for more from about here on. */
const SEND_SAMPLES = 60_000
const BOATS_AT_ONCE = 2

export interface HistoryDependencies {
  gateway: Pick<Gateway, 'intake' | 'directory'>
  throttle: Pick<Throttle, 'restMs'>
}

/**
 * Sends the gateway the boats' data in the open spans of the plan. `onDone` receives the number of complete
 * boat-spans after every few boats and stores it; a span that is sent twice changes nothing. Ends early when
 * `signal` is aborted.
 */
export async function sendHistory(
  deps: HistoryDependencies,
  plan: HistoryPlan,
  boats: readonly HistoryBoat[],
  onDone: (done: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const units = plan.spans.flatMap((span) => boats.map((boat) => ({ span, boat })))
  for (let done = plan.done; done < units.length && !signal.aborted; ) {
    const next = units.slice(done, done + BOATS_AT_ONCE)
    await Promise.all(next.map(({ span, boat }) => sendSpan(deps, span, boat, signal)))
    if (signal.aborted) return
    done += next.length
    await onDone(done)
  }
}

async function sendSpan(
  { gateway, throttle }: HistoryDependencies,
  { fromS, toS, sensors }: Span,
  { deviceId, pretend, lastReportS }: HistoryBoat,
  signal: AbortSignal,
): Promise<void> {
  const device = await gateway.directory.get(deviceId)
  // A user may have unpaired or removed the device; then the boat sends nothing more.
  if (!device || !isPaired(device)) return
  const sending: Promise<unknown>[] = []
  let readings = nothingDecoded()
  let samples = 0
  const send = () => {
    if (samples > 0) sending.push(gateway.intake.takeDecoded(device, readings))
    readings = nothingDecoded()
    samples = 0
  }
  for (let second = fromS; second < Math.min(toS, lastReportS) && !signal.aborted; second += CHUNK_S) {
    const until = Math.min(second + CHUNK_S, toS, lastReportS)
    const beganMs = performance.now()
    const generated = pretend.between(second, until, { sensors, impacts: sensors === 0 })
    for (const reading of generated.scalars) readings.scalars.push(reading)
    for (const fix of generated.fixes) readings.fixes.push(fix)
    for (const report of generated.ais) readings.ais.push(report)
    for (const block of generated.motion) {
      readings.motion.push(block)
      samples += block.forceX.length
    }
    samples += generated.scalars.length + generated.fixes.length
    if (samples >= SEND_SAMPLES) {
      send()
      // One batch is made while the last one is written, and no more.
      if (sending.length > 1) await sending.shift()
    }
    // At the berth there is little to send.
    if (generated.fixes.length > 10) await rest(throttle.restMs(performance.now() - beganMs, REST))
  }
  send()
  // Frees the boat's memory, because its next turn comes much later.
  pretend.release()
  await Promise.all(sending)
}

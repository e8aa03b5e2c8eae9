import { setTimeout as rest } from 'node:timers/promises'
import { type Decoded, nothingDecoded } from '#contract/domain/reading.ts'
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
/** After each chunk the sender rests for this many times the chunk's duration, which leaves time to live boats. */
const REST = 0.25
/**
 * Boats of a span are stored together until they have this many samples: a batch costs some statements, whatever is in
 * it, and so does each run of processing that it wakes.
 */
const BATCH_SAMPLES = 400_000
/** A boat with more samples is stored in several batches, which bounds the memory. */
const MOST_SAMPLES = 400_000

export interface HistoryDependencies {
  gateway: Pick<Gateway, 'intake' | 'directory'>
  throttle: Pick<Throttle, 'restMs'>
}

type Device = Parameters<Gateway['intake']['takeDecoded']>[0]

/**
 * Sends the gateway the boats' data in the open spans of the plan. `onDone` receives the number of complete
 * boat-spans after every few boats and stores it; a span that is sent twice changes nothing. The next boats are
 * generated meanwhile, and are sent when `onDone` has resolved. Ends early when `signal` is aborted.
 */
export async function sendHistory(
  { gateway, throttle }: HistoryDependencies,
  plan: HistoryPlan,
  boats: readonly HistoryBoat[],
  onDone: (done: number) => Promise<void>,
  signal: AbortSignal,
  batchSamples = BATCH_SAMPLES,
): Promise<void> {
  let batch = new Map<Device, Decoded>()
  let samples = 0
  let sending: Promise<unknown> = Promise.resolve()

  /** Sends the batch once the one before it is stored and noted. */
  async function send(note?: () => Promise<void>) {
    await sending
    if (signal.aborted) return
    const taken = [...batch]
    batch = new Map()
    samples = 0
    sending = Promise.all(
      taken.map(([device, readings]) => gateway.intake.takeDecoded(device, readings)),
    ).then(() => (signal.aborted ? undefined : note?.()))
    // The next send, or the end, throws its error.
    sending.catch(() => undefined)
  }

  async function generate(
    { fromS, toS, sensors }: Span,
    { pretend, lastReportS }: HistoryBoat,
    device: Device,
  ) {
    const endS = Math.min(toS, lastReportS)
    for (let second = fromS; second < endS && !signal.aborted; second += CHUNK_S) {
      const beganMs = performance.now()
      const generated = pretend.between(second, Math.min(second + CHUNK_S, endS), {
        ...{ sensors, impacts: sensors === 0 },
      })
      const readings = batch.get(device) ?? nothingDecoded()
      batch.set(device, readings)
      for (const reading of generated.scalars) readings.scalars.push(reading)
      for (const fix of generated.fixes) readings.fixes.push(fix)
      for (const report of generated.ais) readings.ais.push(report)
      for (const fault of generated.faults) readings.faults.push(fault)
      for (const block of generated.motion) {
        readings.motion.push(block)
        samples += block.forceX.length
      }
      samples += generated.scalars.length + generated.fixes.length
      if (samples >= MOST_SAMPLES) await send()
      // At the berth there is little to send.
      if (generated.fixes.length > 10) await rest(throttle.restMs(performance.now() - beganMs, REST))
    }
    // Frees the boat's memory, because its next turn comes much later.
    pretend.release()
  }

  const units = plan.spans.flatMap((span) => boats.map((boat) => ({ span, boat })))
  for (let done = plan.done; done < units.length && !signal.aborted; ) {
    const { span, boat } = units[done] as (typeof units)[number]
    const device = await gateway.directory.get(boat.deviceId)
    // A user may have unpaired or removed the device; then the boat sends nothing more.
    if (device && isPaired(device)) await generate(span, boat, device)
    const complete = ++done
    if (samples >= batchSamples || complete % boats.length === 0) await send(() => onDone(complete))
  }
  await sending
}

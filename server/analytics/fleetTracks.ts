import type { FleetFixes } from '#contract/wire/fleetTracks.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

/** Fixes with a larger HDOP, as reported by the receiver, are not shown. */
const WORST_HDOP = 5

/** Tracks of vessels, each with at most one fix a step, in one query; vessels without any are absent. */
export async function fleetTracks(
  telemetry: Telemetry,
  vesselNumbers: readonly number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  stepS: number,
): Promise<Map<number, FleetFixes>> {
  const intervals = vesselNumbers.map((vesselNumber) => ({
    vesselNumber,
    fromUs: fromMs * 1000,
    toUs: toMs * 1000 - 1,
  }))
  const found = await telemetry.positions.sparse(intervals, stepS * 1_000_000)
  const tracks = new Map<number, FleetFixes>()
  for (const { vesselNumber, timeUs, latitudeDeg, longitudeDeg, hdop } of found) {
    const good = Uint32Array.from(timeUs.keys()).filter(
      (at) => !((hdop[at] as number) > WORST_HDOP) && !(latitudeDeg[at] === 0 && longitudeDeg[at] === 0),
    )
    if (good.length === 0) continue
    const column = (of: Float64Array, scale = 1) =>
      Float64Array.from(good, (at) => (of[at] as number) * scale)
    tracks.set(vesselNumber, {
      timeMs: column(timeUs, 1e-3),
      latitudeDeg: column(latitudeDeg),
      longitudeDeg: column(longitudeDeg),
    })
  }
  return tracks
}

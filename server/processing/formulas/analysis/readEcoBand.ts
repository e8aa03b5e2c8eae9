import { DAY_S, DAY_US } from '#contract/domain/time.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { type EcoBand, ecoBand } from './ecoBand.ts'

export const ECO_HISTORY_S = 90 * DAY_S

/** Reads the eco band of a trip, from the consumption of the ninety days before the day it began. */
export async function readEcoBand(
  telemetry: Pick<Telemetry, 'quarterHours'>,
  trip: {
    vesselNumber: number
    startUs: number
    topSpeedMps: number | null
    cruisingSpeedMps: number | null
  },
): Promise<EcoBand | null> {
  const dayUs = Math.floor(trip.startUs / DAY_US) * DAY_US
  const bins = await telemetry.quarterHours.speedBins({
    vesselNumbers: [trip.vesselNumber],
    fromS: dayUs / 1e6 - ECO_HISTORY_S,
    toS: dayUs / 1e6,
  })
  return ecoBand(bins, trip)
}

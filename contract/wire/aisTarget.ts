import { z } from 'zod'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { endpoint } from './endpoint.ts'
import type { FromWire } from './wirePosition.ts'

/** Time in ms without a report after which a ship is no longer shown: a ship at anchor reports every three minutes. */
export const TARGET_KEPT_MS = 10 * MINUTE_MS
/** From here on she is drawn as one that may have gone. */
export const TARGET_OLD_MS = 3.5 * MINUTE_MS
/** Most ships in an answer, more than a user can look at. */
export const MOST_TARGETS = 20_000

/** Distress beacons have numbers of their own (ITU-R M.585): search and rescue transmitters, man overboard, EPIRB. */
export const BEACON_KINDS = ['sart', 'mob', 'epirb'] as const
export type BeaconKind = (typeof BEACON_KINDS)[number]
const BEACON_OF_PREFIX: Readonly<Record<number, BeaconKind>> = { 970: 'sart', 972: 'mob', 974: 'epirb' }
/** The first three digits of the MMSI of a beacon. */
export const BEACON_PREFIXES = Object.keys(BEACON_OF_PREFIX).map(Number)

/** The kind of distress beacon of an MMSI; null for ships and all others. */
export const beaconKindOf = (mmsi: number): BeaconKind | null =>
  BEACON_OF_PREFIX[Math.floor(mmsi / 1_000_000)] ?? null

/** A ship that receivers of the fleet received over AIS. */
export const AisTarget = z.object({
  mmsi: z.int().describe('Maritime Mobile Service Identity of the ship, nine digits as a number.'),
  name: z.string().nullable().describe('Name that the ship transmits over AIS; null if never received.'),
  ship_type: z
    .int()
    .nullable()
    .describe('Type of ship, number of ITU-R M.1371 from 1 to 99; null if never received.'),
  beacon: z
    .enum(BEACON_KINDS)
    .nullable()
    .describe('Type of distress beacon: `sart`, `mob` or `epirb`; null for ships.'),
  lat: z.number().describe('Latitude in degrees, −90 to 90, north positive.'),
  lon: z.number().describe('Longitude in degrees, −180 to 180, east positive.'),
  sog: z.number().nullable().describe('Speed over ground in knots, 0 or more; null if unknown.'),
  cog: z
    .number()
    .nullable()
    .describe('Course over ground in degrees, 0 to 360, clockwise from true north; null if unknown.'),
  timestamp: z.number().describe('Time of the last position report, in milliseconds since 1970 UTC.'),
  vessel_id: z.uuid().describe('Identifier of the fleet vessel that last received the ship, a UUID.'),
})
/** A ship inside: its position has the inner names. */
export type AisTarget = FromWire<z.infer<typeof AisTarget>>

/**
 * Ships around the vessels that the caller sees, each as of her last report; own vessels are not among them. Distress
 * beacons come first, and alone with `only=beacons`.
 */
export const listAisTargets = endpoint({
  method: 'GET',
  path: '/api/vessels/ais-targets',
  access: 'department:vessel-view',
  query: z.object({
    only: z
      .literal('beacons')
      .optional()
      .describe('`beacons` limits the answer to distress beacons; absent returns all ships.'),
  }),
  output: z.object({
    data: z.array(AisTarget).describe('AIS targets around the visible vessels, distress beacons first.'),
    server_time: z
      .number()
      .describe('Clock of the server at the time of the answer, in milliseconds since 1970 UTC.'),
  }),
})

export const SHIP_KINDS = [
  'wing',
  'fishing',
  'towing',
  'dredging',
  'diving',
  'military',
  'sailing',
  'pleasure',
  'highSpeed',
  'pilot',
  'rescue',
  'tug',
  'tender',
  'law',
  'passenger',
  'cargo',
  'tanker',
  'other',
] as const
export type ShipKind = (typeof SHIP_KINDS)[number]

/** Kind of ship for a number of ITU-R M.1371; null when the number has no meaning. */
export function shipKindOf(shipType: number | null): ShipKind | null {
  if (shipType === null) return null
  const one = SINGLE_KINDS[shipType]
  if (one) return one
  return DECADES[Math.floor(shipType / 10)] ?? null
}

const SINGLE_KINDS: Readonly<Record<number, ShipKind>> = {
  30: 'fishing',
  31: 'towing',
  32: 'towing',
  33: 'dredging',
  34: 'diving',
  35: 'military',
  36: 'sailing',
  37: 'pleasure',
  50: 'pilot',
  51: 'rescue',
  52: 'tug',
  53: 'tender',
  55: 'law',
}
const DECADES: Readonly<Record<number, ShipKind>> = {
  2: 'wing',
  4: 'highSpeed',
  5: 'other',
  6: 'passenger',
  7: 'cargo',
  8: 'tanker',
  9: 'other',
}

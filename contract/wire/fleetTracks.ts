import { z } from 'zod'
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '#contract/domain/time.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { positionFromWire, positionToWire } from './wirePosition.ts'

/**
 * Intervals between the fixes of a vessel that a caller can choose, s. A larger or longer fleet gets the next
 * one.
 */
export const FLEET_STEPS_S = [10, 30, 60, 120, 300, 600, 1800, HOUR_S, 3 * HOUR_S, 6 * HOUR_S, DAY_S] as const
/** Most fixes of all vessels in an answer. */
export const MAX_FLEET_FIXES = 150_000
/** A week, in which the clocks may be set back. */
export const LONGEST_FLEET_MS = 7 * DAY_MS + HOUR_MS
/** Degrees times this are whole: a metre. */
const PARTS_OF_DEGREE = 1e5

/**
 * Each number is the difference from the previous one: in seconds since the start, and in 0.00001 degrees.
 */
export const FleetTrack = z.object({
  vessel_id: z.uuid().describe('Identifier of the vessel, a UUID.'),
  time: z
    .array(z.int())
    .describe('Times of the fixes, each in seconds after the one before; the first after `start_time`.'),
  lat: z
    .array(z.int())
    .describe('Latitudes of the fixes in 0.00001 degrees, each as the difference from the one before.'),
  lon: z
    .array(z.int())
    .describe('Longitudes of the fixes in 0.00001 degrees, each as the difference from the one before.'),
})
export type FleetTrack = z.infer<typeof FleetTrack>

/** The track as columns of numbers. */
export interface FleetFixes {
  timeMs: Float64Array
  latitudeDeg: Float64Array
  longitudeDeg: Float64Array
}

/**
 * Positions of the vessels that the caller sees: the last valid fix of each vessel in every `step_s` seconds. The range
 * includes start_time and excludes end_time. The answer reports its step, which is larger than requested when the
 * answer would be too large.
 */
export const fetchFleetTracks = endpoint({
  method: 'POST',
  path: '/fetcher/fleet-tracks',
  access: 'department:trip-view',
  body: z.object({
    start_time: Instant.describe('Start of the time range, in epoch seconds or ISO 8601, included.'),
    end_time: Instant.describe('End of the time range, in epoch seconds or ISO 8601, excluded.'),
    step_s: z
      .int()
      .min(FLEET_STEPS_S[0])
      .max(FLEET_STEPS_S.at(-1) as number)
      .describe('Requested time between fixes of a vessel in seconds, 10 to 86,400.'),
    vessel_ids: z
      .array(z.uuid())
      .max(2000)
      .optional()
      .describe('Identifiers of the vessels, UUIDs; all visible vessels if absent.'),
  }),
  output: z.object({
    step_s: z
      .int()
      .describe('Time between fixes of a vessel in seconds, larger than requested for many vessels.'),
    data: z.array(FleetTrack).describe('Tracks of the visible vessels.'),
  }),
})

/** The step that so many vessels over so long a time are answered with. */
export function fleetStepS(askedS: number, vessels: number, lengthMs: number): number {
  const fits = (stepS: number) => vessels * Math.ceil(lengthMs / 1000 / stepS + 1) <= MAX_FLEET_FIXES
  return FLEET_STEPS_S.find((stepS) => stepS >= askedS && fits(stepS)) ?? (FLEET_STEPS_S.at(-1) as number)
}

export function packFleetTrack(
  vesselId: string,
  { timeMs, latitudeDeg, longitudeDeg }: FleetFixes,
  fromMs: number,
): FleetTrack {
  return {
    vessel_id: vesselId,
    time: differences(timeMs, (ms) => Math.floor((ms - fromMs) / 1000)),
    ...positionToWire({
      latitudeDeg: differences(latitudeDeg, (deg) => Math.round(deg * PARTS_OF_DEGREE)),
      longitudeDeg: differences(longitudeDeg, (deg) => Math.round(deg * PARTS_OF_DEGREE)),
    }),
  }
}

export function unpackFleetTrack(track: FleetTrack, fromMs: number): FleetFixes {
  const { time, latitudeDeg, longitudeDeg } = positionFromWire(track)
  return {
    timeMs: sums(time, (s) => fromMs + s * 1000),
    latitudeDeg: sums(latitudeDeg, (parts) => parts / PARTS_OF_DEGREE),
    longitudeDeg: sums(longitudeDeg, (parts) => parts / PARTS_OF_DEGREE),
  }
}

function differences(values: Float64Array, whole: (value: number) => number): number[] {
  let before = 0
  return Array.from(values, (value) => {
    const own = whole(value)
    const more = own - before
    before = own
    return more
  })
}

function sums(differences: readonly number[], of: (sum: number) => number): Float64Array {
  let sum = 0
  return Float64Array.from(differences, (more) => {
    sum += more
    return of(sum)
  })
}

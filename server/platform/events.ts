/**
 * Events of the server. The bus carries them between stages as wake-ups, never as the only copy of anything. The
 * browser receives the results through the topics of `contract/wire/realtime.ts`.
 */
import type { Fault, Fix, ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import type { WireVesselLive } from '#contract/wire/vessel.ts'

/** An interval of one vessel's newly stored samples: event times in µs, both ends included. */
export interface AppendedInterval {
  vesselNumber: number
  fromUs: number
  toUs: number
  /** Intervals of the motion samples; a device that sends bursts around impacts has many. */
  motion: { fromUs: number; toUs: number }[]
  /** Largest reported SOG, else the largest speed between fixes; null without either. */
  maxSogMps: number | null
  /** The last fixes, oldest first, and the newest value of each vessel-level series, so that a position can leave at once. */
  lastFixes: readonly Fix[]
  newest: Partial<Record<SeriesKey, [timeUs: number, value: number, source?: number]>>
  /**
   * Stored readings as they came, for stages that would otherwise read them again at once; left out where they were
   * read.
   */
  readings?: IntervalReadings
}

/** Stored readings that rules evaluate. */
export interface IntervalReadings {
  scalars: readonly ScalarReading[]
  fixes: readonly Fix[]
  faults: readonly Fault[]
}

export interface WaitingWork {
  /** Process that has the work, and its partitions of the vessels. */
  from: string
  partitions: number[]
  /** Intervals of each vessel's event time that still have to be processed, in µs. */
  vessels: { vesselNumber: number; spans: { fromUs: number; toUs: number }[] }[]
  steps: { step: string; waiting: number; lagS: number; failures: number }[]
}

/** Samples of one vessel, event times in µs, both ends included; `isNewSource`: a source sent for the first time. */
export interface StoredSamples {
  vesselNumber: number
  fromUs: number
  toUs: number
  isNewSource: boolean
}

/** Jobs that processes work off on request: messages about alerts, scheduled reports, the sea on the map. */
export const JOBS = ['messages', 'reports', 'sea'] as const
export type Job = (typeof JOBS)[number]

export type BusEvent =
  | { type: 'readings.appended'; intervals: AppendedInterval[] }
  | {
      type: 'vessel.moved'
      organizationId: string
      departmentId: string
      vesselId: string
      live: WireVesselLive
    }
  | {
      type: 'vessel.changed' | 'helm.changed'
      organizationId: string
      departmentId: string
      vesselId: string
    }
  | {
      type: 'trip.started' | 'trip.changed' | 'trip.ended'
      organizationId: string
      departmentId: string
      vesselId: string
      tripId: string
    }
  /** `raised` is a new alert; `changed` is a change by data or people. */
  | {
      type: 'alert.raised' | 'alert.changed'
      organizationId: string
      departmentId: string
      vesselId: string
      alertId: string
    }
  /** The device's pairing, its secret, or the settings of its vessel. */
  | { type: 'device.changed'; deviceId: string }
  /**
   * A device signed in over MQTT at this gateway. Gateways where it signed in earlier end its connections. Processes of an
   * earlier version send and read only `forMs`, the time since then.
   */
  | {
      type: 'device.connected'
      deviceId: string
      gateway: string
      forMs: number
      signedInMs?: number | undefined
    }
  /** A motion sensor was built in otherwise. */
  | { type: 'sensors.turned'; vesselNumber: number; fromUs: number; toUs: number }
  /** A choice that requires the whole past of a vessel to be computed again. */
  | { type: 'recomputation.asked'; vesselNumber: number; step: 'voyages' | 'sensors' }
  /** Trips of that time are to be found again. */
  | { type: 'trips.corrected'; vesselNumber: number; fromUs: number; toUs: number }
  /** A rule or a fence, or a chart, of the organization: it came, changed or went. */
  | { type: 'rules.changed' | 'charts.changed'; organizationId: string }
  /** Permissions, settings or captains of an organization changed: no vessel in particular, so all of its vessels. */
  | { type: 'organization.changed'; organizationId: string }
  | { type: 'rights.changed'; userId: string | null }
  /** The map under the fleet, or a download for it, changed. */
  | { type: 'basemap.changed' }
  /** Something waits to be written or read, or is wanted no more. */
  | { type: 'exports.changed' | 'logs.changed' }
  /** `expected`: time of an organization's data that are still to arrive, µs. */
  | {
      type: 'preparation.progressed'
      done: number
      total: number
      what: string
      expected?: { organizationId: string; fromUs: number; toUs: number } | undefined
    }
  /**
   * Samples were stored, measured or derived, or a source was chosen, so cached source selections expire.
   * `from` is the process that stored them.
   */
  | { type: 'samples.stored'; from: string; stored: StoredSamples[] }
  /** The process with this job has new or cancelled work. */
  | { type: 'job.wanted'; job: Job }
  /** Work that waits in processing, published every second by the process that does it, so that none has to ask. */
  | ({ type: 'work.waits' } & WaitingWork)
  /** Events of other processes since then (epoch ms) may be missing: listeners look into the stores. */
  | { type: 'events.missed'; sinceMs: number }

export type BusEventOf<Type extends BusEvent['type']> = HavingType<BusEvent, Type>
/** Members of the union whose `type` may be `Type`, those with several types too. */
type HavingType<Event, Type> = Event extends { type: infer Types }
  ? Type extends Types
    ? Event
    : never
  : never

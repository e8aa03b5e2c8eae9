import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AppendedInterval, BusEvent } from '#server/platform/events.ts'
import type { SensorSettings } from '#server/records/sensors.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { LatestStates } from './latest.ts'
import type { Span } from './workQueue.ts'

/** Context shared by all steps. Vessels and sensors are read again after every change. */
export interface StepContext {
  db: Db
  telemetry: Telemetry
  bus: Bus
  clock: Clock
  latest: LatestStates
  /** Partitions that this process has; `vessels` are their vessels, by number in the column store. */
  partitions: ReadonlySet<number>
  vessels: ReadonlyMap<number, DirectoryEntry>
  /** Settings of sensors by the vessel's number and their own. */
  sensors: ReadonlyMap<number, ReadonlyMap<number, SensorSettings>>
  readAgain(): void
  /** True while recent data of a vessel that the process has just taken on waits for a step that her figures depend on. */
  isMissing(vesselNumber: number): boolean
  /** True where a step stores forecasts along trips. */
  hasForecasts?: boolean
  /** True while any of an interval of a vessel's time waits for a step that figures depend on and that does not fail. */
  isAwaited(vesselNumber: number, span: Span): boolean
}

export interface VesselWork extends Span {
  vessel: DirectoryEntry
  share: Share
  /** Wall clock of the oldest wake-up in it. */
  sinceMs: number
}

/**
 * Shares in order of priority: requests of users, then live data, then late data and recomputation. Steps that call
 * outside services have a worker slot of their own, because their duration is unknown.
 */
export const SHARES = ['asked', 'live', 'backlog', 'outside'] as const
export type Share = (typeof SHARES)[number]

/** Work that is due now. */
export interface Found extends Span {
  vesselNumber: number
  share: Share
}

/** Work that a run leaves to another step. */
export interface FollowUp extends Span {
  step: string
  vesselNumber: number
  share: Share
  sinceMs: number
}

/** Range in which a series was drawn along a trip, or removed. */
export interface Redrawn extends Span {
  /** True when speed was drawn too, because no device reports it. */
  hasSog: boolean
}

type Run<Outcome> = (works: readonly VesselWork[], signal: AbortSignal) => Promise<Outcome>

/**
 * Row of the table of steps: its wake-ups, its reach around a change, its interval, and one function over
 * many vessels at once. Repeated or overlapping works change nothing, so an interrupted work is run again.
 */
export interface Step {
  name: string
  /**
   * Prepares for these vessels. The step drops its state of them, because another process may have had them.
   */
  begin?(vessels: readonly DirectoryEntry[]): Promise<void> | void
  /** Which of newly stored samples concern it. How far it has come with them is kept by vessel. */
  wokenBy?(vessel: DirectoryEntry, interval: AppendedInterval): readonly Span[]
  /** When a live change is due. Late data is due once its batches pause. */
  dueMs?(vessel: DirectoryEntry, interval: AppendedInterval, nowMs: number): number
  /** Finds work that is due according to the records, at this interval; `all` includes work that is not due yet. */
  find?(nowMs: number, all: boolean): Promise<readonly Found[]>
  findEveryMs?: number
  /** Events after which the step searches at once. */
  findAfter?: BusEvent['type']
  /** Works at most this far apart are one. */
  reachUs: number | ((share: Share) => number)
  /** A longer work is done in parts. */
  longestUs: number
  /** Works of a vessel that touch the last day are done before her older ones. */
  isRecentFirst?: boolean
  /** Most works of one vessel in a run; the step does them one after the other. */
  mostOfVessel?: number
  /** At most so many works, and so much event time, in one run. */
  mostWorks: number | ((share: Share) => number)
  mostUs: number
  /**
   * After a live run of a second, the step rests for this many seconds, which leaves the time to other steps.
   */
  restFactor?: number
  /**
   * True for a step whose waiting work finishes before the server stops: it is little, and users see it first
   * after the next start.
   */
  isFinished?: boolean
  /** True for a step that new samples wake, by themselves or through another such step; figures of trips follow it. */
  precedesFigures?: boolean
  /** While it waits, figures of the trips around are not complete. */
  isAwaited?: boolean
  /** True when works of one vessel take turns with those of other steps. */
  takesTurns: boolean
  run: Run<readonly FollowUp[]> | Run<void>
}

/** All vessels are due together at the next multiple of this, so that one query answers for all. */
export const every = (ms: number) => (_vessel: DirectoryEntry, _interval: AppendedInterval, nowMs: number) =>
  (Math.floor(nowMs / ms) + 1) * ms

/** Event time this far behind the clock is a backlog and not live. */
const BACKLOG_MS = MINUTE_MS

export const isLate = ({ toUs }: AppendedInterval, nowMs: number) => toUs / 1000 < nowMs - BACKLOG_MS

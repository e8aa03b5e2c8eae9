import type { Clock } from '#server/platform/clock.ts'
import { MOST_OFF_MS } from '#server/platform/clockCheck.ts'
import type { Log } from '#server/platform/log.ts'

/** Period over which the smallest delay of a vessel's positions is found, ms. */
const PERIOD_MS = 60_000
/** Fewest voters: below, one broken receiver could decide. */
const FEWEST = 3
/** Voters within this of the median agree with it, ms. Positions that were stored on board do not agree. */
const AGREE_MS = 5000

/** A vessel's organization. */
interface Voter {
  vesselId: string
  organizationId: string
}

/**
 * Compares the clock of this process with the times of positions, which receivers take from satellites. The median of
 * three or more organizations counts, and of vessels while there are fewer organizations. It is a warning, because people
 * can send any time.
 */
export class GnssClock {
  readonly #clock: Clock
  readonly #log: Log
  #endsMs = performance.now() + PERIOD_MS
  #before = new Map<string, Voter & { aheadMs: number }>()
  #votes = new Map<string, Voter & { aheadMs: number }>()
  #isWarned = false

  constructor(clock: Clock, log: Log) {
    this.#clock = clock
    this.#log = log
  }

  /** Notes the newest position of a live message. A late message is no proof, so the latest time of a period counts. */
  note(voter: Voter, fixUs: number): void {
    this.#turn()
    const aheadMs = this.#clock.nowMs() - fixUs / 1000
    const known = this.#votes.get(voter.vesselId)
    this.#votes.set(voter.vesselId, { ...voter, aheadMs: Math.min(aheadMs, known?.aheadMs ?? aheadMs) })
  }

  /** Time by which this process is ahead of the satellites, ms: null while too few receivers agree. */
  aheadMs(): number | null {
    this.#turn()
    const votes = [...new Map([...this.#before, ...this.#votes]).values()]
    const byOrganization = [...Map.groupBy(votes, ({ organizationId }) => organizationId).values()]
    const ofOrganizations = byOrganization.map((own) => median(own.map(({ aheadMs }) => aheadMs)))
    const voters = ofOrganizations.length >= FEWEST ? ofOrganizations : votes.map(({ aheadMs }) => aheadMs)
    if (voters.length < FEWEST) return null
    const middle = median(voters)
    const agreeing = voters.filter((aheadMs) => Math.abs(aheadMs - middle) <= AGREE_MS)
    return agreeing.length >= FEWEST && agreeing.length > voters.length / 2 ? middle : null
  }

  /** Begins the next period when it is time, and warns at the end of one. */
  #turn() {
    const nowMs = performance.now()
    if (nowMs < this.#endsMs) return
    this.#endsMs = nowMs + PERIOD_MS
    this.#before = this.#votes
    this.#votes = new Map()
    const aheadMs = this.aheadMs()
    const isOff = aheadMs !== null && Math.abs(aheadMs) > MOST_OFF_MS
    if (isOff && !this.#isWarned)
      this.#log.warn(
        'the clock of this installation differs from the satellite time of most boats: set it with NTP',
        {
          aheadS: Math.round(aheadMs / 1000),
        },
      )
    this.#isWarned = isOff
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

import { N2K_STATUS_SPN, SHUTDOWN_SPNS } from '#contract/domain/reading.ts'
import { SECOND_US } from '#contract/domain/time.ts'

/** The gravest first. */
export const LAMPS = ['red', 'amber', 'protect', 'malfunction'] as const

/** A trouble code as a device on the bus repeats it while it is active. */
export interface FaultSample {
  timeUs: number
  instance: number
  spn: number
  fmi: number
  lamp: (typeof LAMPS)[number] | null
  source: number
}

export interface ExternalEpisode extends Omit<FaultSample, 'timeUs'> {
  beginUs: number
  endUs: number | null
  isOpen: boolean
  /** Time of the sample that showed the end; null while the episode is open. */
  decidedUs: number | null
}

/** A single message may be a glitch of the bus. Two messages in a row are at most this far apart. */
const IN_A_ROW_US = 5 * SECOND_US
/** A code that no message repeats for this long is over. */
export const EXTERNAL_CLEAR_US = 60 * SECOND_US

/** Codes that were active, each from its second message to its last, of samples in the order of their time. */
export class ExternalFold {
  nowUs = Number.NEGATIVE_INFINITY
  readonly #known = new Map<string, { lastUs: number; episode: ExternalEpisode | null }>()

  /** Codes that were active before a moment go on; samples before it only give the last report of each. */
  constructor(before: readonly ExternalEpisode[] = [], earlier: readonly FaultSample[] = []) {
    for (const { timeUs, ...sample } of earlier)
      this.#known.set(codeOf(sample), { lastUs: timeUs, episode: null })
    for (const episode of before) {
      const known = this.#known.get(codeOf(episode))
      if (known) known.episode = episode
    }
  }

  /** Active codes, with their begin. */
  get active(): ExternalEpisode[] {
    return [...this.#known.values()].flatMap(({ episode }) => episode ?? [])
  }

  get isIdle(): boolean {
    return this.#known.size === 0
  }

  /** Returns the episodes that began or ended up to a moment. */
  advance(samples: readonly FaultSample[], toUs: number): ExternalEpisode[] {
    const changed = new Set<ExternalEpisode>()
    this.nowUs = Math.max(this.nowUs, toUs)
    const end = (one: { lastUs: number; episode: ExternalEpisode | null }) => {
      if (!one.episode) return
      const decidedUs = one.lastUs + EXTERNAL_CLEAR_US + 1
      Object.assign(one.episode, { endUs: one.lastUs, isOpen: false, decidedUs })
      changed.add(one.episode)
      one.episode = null
    }
    for (const { timeUs, ...sample } of samples) {
      const code = codeOf(sample)
      const one = this.#known.get(code) ?? { lastUs: Number.NEGATIVE_INFINITY, episode: null }
      this.#known.set(code, one)
      if (timeUs - one.lastUs > EXTERNAL_CLEAR_US) end(one)
      if (!one.episode && timeUs > one.lastUs && timeUs - one.lastUs <= IN_A_ROW_US) {
        one.episode = { ...sample, beginUs: timeUs, endUs: null, isOpen: true, decidedUs: null }
        changed.add(one.episode)
      }
      one.lastUs = timeUs
    }
    for (const [code, one] of this.#known) {
      if (toUs - one.lastUs <= EXTERNAL_CLEAR_US) continue
      end(one)
      this.#known.delete(code)
    }
    return [...changed]
  }
}

export const codeOf = ({ instance, spn, fmi }: Pick<FaultSample, 'instance' | 'spn' | 'fmi'>) =>
  `${instance} ${spn} ${fmi}`

/** Suspect parameter numbers of the bits of engine status 1 and 2, then of transmission status (3). */
const bit = (word: 1 | 2 | 3, number: number) => N2K_STATUS_SPN + 16 * (word - 1) + number
/** Over-temperature, low oil pressure, emergency stop, shutting down. */
const CRITICAL = new Set([bit(1, 1), bit(1, 2), bit(1, 15), bit(2, 7), bit(3, 1), bit(3, 2)])
/** Preheating, maintenance. */
const INFO = new Set([bit(1, 10), bit(2, 3)])
/**
 * The corresponding faults of J1939: oil pressure, coolant and oil temperature outside the normal range, at
 * the most severe level.
 */
const GRAVE_SPNS = new Set([100, 110, 175])
const GRAVE_FMIS = new Set([0, 1])

export function externalSeverity({ spn, fmi, lamp }: Pick<FaultSample, 'spn' | 'fmi' | 'lamp'>) {
  if (spn >= N2K_STATUS_SPN) return CRITICAL.has(spn) ? 'critical' : INFO.has(spn) ? 'info' : 'warning'
  if (SHUTDOWN_SPNS.some((one) => one === spn)) return 'critical'
  return lamp === 'red' || (GRAVE_SPNS.has(spn) && GRAVE_FMIS.has(fmi)) ? 'critical' : 'warning'
}

import { DAY_US, HOUR_MS, HOUR_US, MINUTE_US } from '#contract/domain/time.ts'
import type { TopicData } from '#contract/wire/realtime.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BusEventOf, WaitingWork } from '#server/platform/events.ts'
import type { Scope } from '#server/records/scope.ts'
import { vesselNumbersInScope } from '#server/records/statistics.ts'
import { unfinishedTrips } from '#server/records/tripAnalysis.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Source } from './broadcast.ts'

/** Figures of boats under way are always some minutes behind. */
const LIVE_US = 15 * MINUTE_US
/** Intervals that lie so close together are one: users read days. */
const APART_US = DAY_US

interface Span {
  fromUs: number
  toUs: number
}

interface Watched {
  scope: Scope
  answer: TopicData['preparing']
  isNew: boolean
  /** True when nobody listened at the last look; a subscriber may be about to. */
  isIdle: boolean
}

interface Dependencies {
  db: Db
  clock: Clock
  waitingWork(): WaitingWork['vessels']
  preparation: { now: BusEventOf<'preparation.progressed'> | null }
}

/** Intervals of the past that are still being prepared, for each audience that watches them. */
export class PreparingSpans {
  readonly #deps: Dependencies
  readonly #watched = new Map<string, Watched>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  async of(audience: string, scope: Scope): Promise<Source<TopicData['preparing']>> {
    const answer = await this.#read(scope)
    const watched = this.#watched.get(audience) ?? { scope, answer, isNew: false, isIdle: false }
    this.#watched.set(audience, watched)
    return {
      changed: () => (watched.isNew ? ['preparing'] : []),
      read: () => watched.answer,
    }
  }

  /** Reads again what audiences watch, and forgets the others. */
  async refresh(isWatched: (audience: string) => boolean): Promise<void> {
    for (const [audience, watched] of this.#watched) {
      const isIdle = !isWatched(audience)
      if (isIdle && watched.isIdle) this.#watched.delete(audience)
      watched.isIdle = isIdle
      if (isIdle) continue
      const answer = await this.#read(watched.scope)
      if (JSON.stringify(answer) === JSON.stringify(watched.answer)) continue
      Object.assign(watched, { answer, isNew: true })
    }
  }

  clear(): void {
    for (const watched of this.#watched.values()) watched.isNew = false
  }

  async #read(scope: Scope): Promise<TopicData['preparing']> {
    const { db, clock, waitingWork, preparation } = this.#deps
    const [numbers, trips] = await Promise.all([vesselNumbersInScope(db, scope), unfinishedTrips(db, scope)])
    const own = new Set(numbers)
    const waiting = waitingWork().flatMap(({ vesselNumber, spans }) => (own.has(vesselNumber) ? spans : []))
    const { expected } = preparation.now ?? {}
    const arriving = expected?.organizationId === scope.organizationId ? [expected] : []
    const untilUs = clock.nowMs() * 1000 - LIVE_US
    return joined(
      [...waiting, ...trips, ...arriving].flatMap(({ fromUs, toUs }) =>
        fromUs < untilUs ? [{ fromUs, toUs: Math.min(toUs, untilUs) }] : [],
      ),
    ).map(({ fromUs, toUs }) => ({
      from: Math.floor(fromUs / HOUR_US) * HOUR_MS,
      to: Math.ceil(toUs / HOUR_US) * HOUR_MS,
    }))
  }
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { fromUs, toUs } of spans.toSorted((a, b) => a.fromUs - b.fromUs)) {
    const last = all.at(-1)
    if (last && fromUs <= last.toUs + APART_US) last.toUs = Math.max(last.toUs, toUs)
    else all.push({ fromUs, toUs })
  }
  return all
}

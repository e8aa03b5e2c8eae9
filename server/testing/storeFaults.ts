/** Stores whose calls fail, get no answer, are the last of a process or come after another process has taken over. */
import type { Telemetry } from '#server/telemetry/telemetry.ts'

/** A call of a store: its place in the code, and its number among the calls from there. */
export interface Call {
  place: string
  nth: number
}

/** How a process is disturbed: a call has no effect, or no answer, or is the last, or comes after others have taken over. */
export interface Fault {
  failsAt?: Call
  failsAfter?: Call
  diesAt?: Call
  losesAt?: Call
}

/** Result of a call besides its effect. */
type Disturbance = 'none' | 'unanswered' | 'late'

/** Counts the calls of a process to its stores, and disturbs one of them. */
export class Faults {
  readonly calls = new Map<string, number>()
  /** Names of all functions that called a store, directly or not. */
  readonly callers = new Set<string>()
  isDead = false
  fault: Fault
  /** Lets other processes take over, as while this one stands still. Resolves once they have. */
  loseWork: () => Promise<void> = async () => undefined

  constructor(fault: Fault) {
    this.fault = fault
  }

  /** Throws where it fails before it has an effect. */
  call(what: string): Disturbance {
    const frames = (new Error().stack ?? '').split('\n').filter((frame) => OURS.test(frame))
    const [, line = ''] = OURS.exec(frames[0] ?? '') ?? []
    for (const frame of frames) this.callers.add(NAME.exec(frame)?.[1] ?? '')
    const place = `${what} ${line}`
    const nth = (this.calls.get(place) ?? 0) + 1
    this.calls.set(place, nth)
    const { failsAt, failsAfter, diesAt, losesAt } = this.fault
    const isIt = (call?: Call) => call?.place === place && call.nth === nth
    if (isIt(diesAt)) this.isDead = true
    if (this.isDead || isIt(failsAt)) throw new Error('the store does not answer')
    return isIt(losesAt) ? 'late' : isIt(failsAfter) ? 'unanswered' : 'none'
  }
}

/** Matches the code that calls stores. */
const OURS = /server\/((?:records|processing|weather|cluster)\/(?!loop\/faults|faults)[^:)]+:\d+)/
const NAME = /at (?:async )?(?:\w+\.)*(\w+) /

async function unanswered(work: PromiseLike<unknown>): Promise<never> {
  await work
  throw new Error('the store has done it and does not answer')
}

type Settle = (query: PromiseLike<unknown>) => Promise<unknown>

/** Wraps a statement, and what the builder makes of it: `settle` sends it and gives its answer. */
function settledBy<Given extends object>(query: Given, settle: Settle): Given {
  return new Proxy(query, {
    get(target, name) {
      const part = Reflect.get(target, name) as unknown
      if (typeof part !== 'function') return part
      if (name === 'then')
        return (...settled: Parameters<Promise<unknown>['then']>) =>
          settle(target as unknown as PromiseLike<unknown>).then(...settled)
      return (...args: unknown[]) => {
        const next = part.apply(target, args) as unknown
        return typeof next === 'object' && next !== null ? settledBy(next, settle) : next
      }
    },
  })
}

const STATEMENTS = ['select', 'selectDistinct', 'insert', 'update', 'delete', 'execute', 'transaction']

export function faultyDb<Given extends object>(db: Given, faults: Faults, isInTransaction = false): Given {
  const late: Settle = async (query) => {
    const lost = faults.loseWork()
    // Others take over only after an open transaction has ended.
    if (!isInTransaction) await lost
    return query
  }
  return new Proxy(db, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      if (!STATEMENTS.includes(String(name))) return method.bind(target)
      return (...args: unknown[]) => {
        const disturbance = faults.call(String(name))
        if (name === 'transaction') {
          const [work, ...options] = args
          const whole = () =>
            method.call(
              target,
              (tx: object) => (work as (tx: object) => unknown)(faultyDb(tx, faults, true)),
              ...options,
            )
          if (disturbance === 'late') return faults.loseWork().then(whole)
          return disturbance === 'unanswered' ? unanswered(whole()) : whole()
        }
        const query = method.apply(target, args)
        if (disturbance === 'none') return query
        return settledBy(query, disturbance === 'late' ? late : unanswered)
      }
    },
  })
}

/** A noun may be a class, so its methods are its prototype's. */
function faulty<Given extends object>(noun: string, store: Given, faults: Faults): Given {
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        const disturbance = faults.call(`${noun}.${String(name)}`)
        faults.callers.add(`${noun}.${String(name)}`)
        if (disturbance === 'late') await faults.loseWork()
        const done = method.apply(target, args)
        return disturbance === 'unanswered' ? unanswered(done) : done
      }
    },
  })
}

/** Telemetry of one vessel with injected faults; the data of other runs stays out. */
export function faultyTelemetry(telemetry: Telemetry, vesselNumber: number, faults: Faults): Telemetry {
  const { series, positions, motion, impacts, quarterHours, heat, intervals, engines, sources } = telemetry
  const nouns = { series, positions, motion, impacts, quarterHours, heat, intervals, engines, sources }
  const faultyNouns = Object.fromEntries(
    Object.entries(nouns).map(([noun, store]) => [noun, faulty(noun, store, faults)]),
  ) as typeof nouns
  const ownIntervals = faultyNouns.intervals
  return {
    ...telemetry,
    appendDerived: faulty('telemetry', telemetry, faults).appendDerived,
    ...faultyNouns,
    intervals: {
      ...{
        newest: ownIntervals.newest,
        recordTimes: ownIntervals.recordTimes,
        lastBefore: ownIntervals.lastBefore,
      },
      ...{ touched: ownIntervals.touched, extent: ownIntervals.extent },
      ...{ timesOfData: ownIntervals.timesOfData, timesOfOtherData: ownIntervals.timesOfOtherData },
      since: async (ms) => (await ownIntervals.since(ms)).filter((one) => one.vesselNumber === vesselNumber),
    },
  }
}

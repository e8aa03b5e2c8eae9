import { DAY_S, HOUR_S } from '#contract/domain/time.ts'
import { type Boat, type Call, FLEET, type Service, seedOf, utcOffsetH } from './fleet.ts'
import { chance, hash } from './random.ts'

/** One departure of a boat: it sails from home and comes back there. */
export interface Voyage {
  /** Seconds since 1970; the engines start two minutes before the lines are let go. */
  departsS: number
  seed: number
  calls: readonly Call[]
}

/**
 * Intervals with a full timetable, in which boats are at sea at every hour of the day. Outside them only the
 * most usual voyages are sailed, so that a month of history stays small. A voyage that reaches into one is
 * sailed.
 */
export type BusyTimes = readonly (readonly [fromS: number, toS: number])[]

export const ALWAYS_BUSY: BusyTimes = [[-Infinity, Infinity]]

/** The voyages that leave on a day (days since 1970, by the harbour's own clock), in order. */
export function voyagesOn(boat: Boat, day: number, busy: BusyTimes): Voyage[] {
  const boatSeed = seedOf(boat)
  return boat.services
    .map((service, i) => {
      const slipS = MAX_SLIP_S * chance(boatSeed, day, i)
      const departsS = day * DAY_S + Math.round((service.departsH - utcOffsetH(boat)) * HOUR_S + slipS)
      return { service, departsS, seed: hash(boatSeed, day, i), sails: sailsOn(boat, i, day) }
    })
    .filter(({ service, departsS, sails }) => {
      const backS = departsS + longestS(service)
      return sails || busy.some(([fromS, toS]) => backS >= fromS && departsS < toS)
    })
    .sort((a, b) => a.departsS - b.departsS)
    .map(({ service, departsS, seed }) => ({ departsS, seed, calls: service.calls }))
}

/**
 * True on the days of a sparse timetable on which a service sails, evenly spread: each month then has as many voyages of
 * each boat. The fleet's first service also sails on a day without any other.
 */
function sailsOn(boat: Boat, i: number, day: number): boolean {
  const isFirst = boat === FLEET[0] && i === 0
  return (
    isInTurn(boat, i, day) ||
    (isFirst && !FLEET.some((one) => one.services.some((_, j) => isInTurn(one, j, day))))
  )
}

function isInTurn(boat: Boat, i: number, day: number): boolean {
  const sparse = boat.services[i]?.sparse ?? 0
  const phase = chance(seedOf(boat), 6, i)
  return Math.floor(day * sparse + phase) > Math.floor((day - 1) * sparse + phase)
}

/** Departures slip by up to this long. */
const MAX_SLIP_S = 600

/** Longest duration of a voyage: its stops and three hours of passage. */
const longestS = ({ calls }: Service) =>
  3 * HOUR_S + 60 * calls.reduce((sum, call) => sum + (call.holdMin ?? 0), 0)

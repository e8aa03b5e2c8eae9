/** Recordings of receivers without SOG, with one that is stuck, with frozen or rare positions, one after the other. */
import { knToMps } from '#contract/domain/units.ts'
import { DAY_US, type MovementRow } from './playMovement.ts'
import { type Leg, playTrack } from './playTrack.ts'

/** Numbers between 0 and 1 that follow from a seed. */
export function luckOf(seed: number) {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One to three hours of a receiver that changes its rate and its faults from one leg to the next. */
export function patchyTrack(seed: number): MovementRow[] {
  const luck = luckOf(seed)
  const among = <One>(all: readonly One[]): One => all[Math.floor(luck() * all.length)] as One
  const usualS = among([1, 5, 10, 30, 60, 120, 300, 600])
  const usualSog = among(['none', 'none', 'stuck', 'true'] as const)
  const legs: (Leg & {
    everyS: number
    sog: string
    isFrozen: boolean
    stuckKn: number
    isSilent: boolean
  })[] = []
  for (let atS = 0; atS < 3600 + 5400 * luck(); ) {
    const everyS = luck() < 0.7 ? usualS : among([1, 5, 10, 30, 60, 300])
    const seconds = Math.ceil((everyS >= 60 ? 600 + 3000 * luck() : 60 + 900 * luck()) / 10) * 10
    const isSilent = luck() < 0.12
    legs.push({
      ...{ everyS, isSilent, seconds: isSilent ? among([20, 90, 400, 700, 1500, 2000]) : seconds },
      ...{ kn: among([0, 0, 4, 6, 9, 12, 25]), turn: among([0, 0, 0.1, -0.5, 3]) },
      ...{ sog: luck() < 0.7 ? usualSog : among(['none', 'stuck', 'true', 'rare']) },
      ...{ isFrozen: luck() < 0.2, stuckKn: among([0, 0, 0.05, 6, 12]) },
    })
    atS += seconds
  }
  const ends = legs.map(
    (
      (sum) =>
      ({ seconds }: Leg) =>
        (sum += seconds)
    )(0),
  )
  const legAt = (s: number) =>
    Math.min(
      legs.length - 1,
      Math.max(
        0,
        ends.findIndex((end) => s < end),
      ),
    )
  const { rows } = playTrack(
    legs,
    (s) => legs[legAt(s)]?.everyS ?? 1,
    among([{}, { white: 1 }, { wander: 3 }, { roundDeg: 1e-5 }]),
    seed,
  )
  const frozenAt = new Map<number, MovementRow>()
  return rows.flatMap((row) => {
    const place = legAt((row.timeUs - DAY_US) / 1e6)
    const leg = legs[place]
    if (!leg || leg.isSilent) return luck() < 0.01 ? [row] : []
    if (leg.isFrozen && !frozenAt.has(place)) frozenAt.set(place, row)
    const { latitudeDeg = 0, longitudeDeg = 0 } = frozenAt.get(place) ?? row
    const kn =
      leg.sog === 'true' || (leg.sog === 'rare' && luck() < 0.05)
        ? Math.max(0, leg.kn + (luck() - 0.5) * 0.6)
        : leg.sog === 'stuck'
          ? leg.stuckKn
          : null
    return [{ timeUs: row.timeUs, latitudeDeg, longitudeDeg, ...(kn !== null && { sogMps: knToMps(kn) }) }]
  })
}

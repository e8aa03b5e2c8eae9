/** One engine by the second, NaN without a report; instance 0 stands for the whole boat. */
export interface EngineSeconds {
  instance: number
  rateM3ps: Float64Array
  speedHz: Float64Array
}

/** A value counts for this long. */
const HELD_S = 10
/** An engine without a report for this long may be off. */
const SILENT_S = 60

/**
 * The boat's fuel rate for each second, m³/s. It is NaN when unknown and never a partial sum, because
 * omitting one of two engines would halve the result.
 *
 * A second has a total when an engine reports a rate in it. An engine that turns and gives no rate makes the
 * total unknown. An engine that stands still, or was silent for a minute, burns nothing.
 */
export function totalFuelRate(engines: readonly EngineSeconds[], rows: number): Float64Array {
  const known = engines.filter(
    ({ instance, rateM3ps, speedHz }) => instance > 0 && (hasAny(rateM3ps) || hasAny(speedHz)),
  )
  const boat = engines.find(({ instance }) => instance === 0)
  const total = new Float64Array(rows).fill(Number.NaN)
  if (!known.some(({ rateM3ps }) => hasAny(rateM3ps))) {
    if (boat) total.set(boat.rateM3ps.map((rate) => (rate >= 0 ? rate : Number.NaN)))
    return total
  }
  const states = known.map(() => ({
    rate: Number.NaN,
    rateAge: Infinity,
    turning: Number.NaN,
    turnAge: Infinity,
  }))
  for (let second = 0; second < total.length; second++) {
    let fresh = false
    for (const [e, engine] of known.entries()) {
      const state = states[e] as (typeof states)[number]
      state.rateAge++
      state.turnAge++
      const rate = engine.rateM3ps[second] as number
      const speed = engine.speedHz[second] as number
      if (!Number.isNaN(rate)) Object.assign(state, { rate, rateAge: 0 })
      if (!Number.isNaN(speed)) Object.assign(state, { turning: speed, turnAge: 0 })
      fresh ||= state.rateAge === 0
    }
    if (fresh) total[second] = states.reduce((sum, state) => sum + rateOf(state, second), 0)
  }
  return total
}

function rateOf(
  { rate, rateAge, turning, turnAge }: { rate: number; rateAge: number; turning: number; turnAge: number },
  second: number,
): number {
  if (rateAge <= HELD_S) return rate >= 0 ? rate : Number.NaN
  if (turnAge <= HELD_S) return turning > 0 ? Number.NaN : 0
  const silentS = Math.min(rateAge, turnAge, second + 1)
  return silentS > SILENT_S ? 0 : Number.NaN
}

const hasAny = (column: Float64Array) => column.some((value) => !Number.isNaN(value))

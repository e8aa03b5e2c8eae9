/**
 * Zero-phase low-pass at 10 Hz, the customary rigid-body cut-off for small fast craft. It removes vibration
 * of panels and engines and makes sensors of different rates comparable.
 *
 * A second-order Butterworth filter runs forward and backward. Its own corner is moved up, so that both
 * passes give exactly −3 dB at the cut-off at every sampling rate.
 */
const CUTOFF_HZ = 10
/** (√2 − 1)^¼: where one pass of two must have its corner. */
const CASCADE = (Math.SQRT2 - 1) ** 0.25
/** Slower sensors cannot carry 10 Hz; theirs is cut at this share of the sampling rate. */
const SLOW_SHARE = 0.4
export const SLOWEST_FULL_RATE_HZ = 25

export interface Biquad {
  b0: number
  b1: number
  b2: number
  a1: number
  a2: number
}

/** One pass of the filter for samples at `rateHz`. */
export function lowPassBiquad(rateHz: number): Biquad {
  const cutoffHz = rateHz < SLOWEST_FULL_RATE_HZ ? SLOW_SHARE * rateHz : CUTOFF_HZ
  const k = Math.tan((Math.PI * cutoffHz) / rateHz) / CASCADE
  const norm = 1 / (1 + Math.SQRT2 * k + k * k)
  const b0 = k * k * norm
  return { b0, b1: 2 * b0, b2: b0, a1: 2 * (k * k - 1) * norm, a2: (1 - Math.SQRT2 * k + k * k) * norm }
}

/**
 * Filters in place, forward and backward. Edges are extended by odd reflection over one second and start in the
 * steady state of their first value, so that a constant passes unchanged.
 */
export function lowPass(samples: Float64Array, rateHz: number): Float64Array {
  const pad = Math.min(samples.length - 1, Math.ceil(rateHz))
  if (pad < 1) return samples
  const filter = lowPassBiquad(rateHz)
  const extended = reflect(samples, pad)
  pass(extended, filter)
  extended.reverse()
  pass(extended, filter)
  extended.reverse()
  samples.set(extended.subarray(pad, pad + samples.length))
  return samples
}

function pass(x: Float64Array, { b0, b1, b2, a1, a2 }: Biquad) {
  const first = x[0] as number
  // Transposed direct form II, started as if the first value had lasted for ever (the gain at rest is 1).
  let z1 = first * (1 - b0)
  let z2 = first * (b2 - a2)
  for (let i = 0; i < x.length; i++) {
    const input = x[i] as number
    const output = b0 * input + z1
    z1 = b1 * input - a1 * output + z2
    z2 = b2 * input - a2 * output
    x[i] = output
  }
}

function reflect(samples: Float64Array, pad: number): Float64Array {
  const n = samples.length
  const extended = new Float64Array(n + 2 * pad)
  extended.set(samples, pad)
  const first = samples[0] as number
  const last = samples[n - 1] as number
  for (let i = 1; i <= pad; i++) {
    extended[pad - i] = 2 * first - (samples[i] as number)
    extended[pad + n - 1 + i] = 2 * last - (samples[n - 1 - i] as number)
  }
  return extended
}

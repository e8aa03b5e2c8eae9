/** Randomness that anyone can compute again: every number is a function of its seeds. */

/** Mixes any number of integers into one unsigned 32-bit integer (finaliser of MurmurHash3). */
export function hash(...seeds: number[]): number {
  let h = 0x9e3779b9
  for (const seed of seeds) {
    h = Math.imul(h ^ seed, 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return h >>> 0
}

/** A number in [0, 1) for these seeds. */
export const chance = (...seeds: number[]) => hash(...seeds) / 0x1_0000_0000

export const hashText = (text: string) => hash(...Array.from(text, (letter) => letter.codePointAt(0) ?? 0))

/** A stream of numbers in [0, 1), equal for equal seeds (mulberry32). */
export function randomStream(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Smooth noise in [-1, 1] over one axis: random heights at whole numbers, eased between. */
export function noise1(seed: number, x: number): number {
  const cell = Math.floor(x)
  return 2 * mix(chance(seed, cell), chance(seed, cell + 1), ease(x - cell)) - 1
}

/** Smooth noise in [-1, 1] over place and time. */
export function noise3(seed: number, x: number, y: number, z: number): number {
  const cx = Math.floor(x)
  const cy = Math.floor(y)
  const cz = Math.floor(z)
  const fx = ease(x - cx)
  const fy = ease(y - cy)
  const below = mix(edge(seed, cx, cy, cz, fx), edge(seed, cx, cy + 1, cz, fx), fy)
  const above = mix(edge(seed, cx, cy, cz + 1, fx), edge(seed, cx, cy + 1, cz + 1, fx), fy)
  return 2 * mix(below, above, ease(z - cz)) - 1
}

const edge = (seed: number, x: number, y: number, z: number, share: number) =>
  mix(chance(seed, x, y, z), chance(seed, x + 1, y, z), share)

const mix = (a: number, b: number, share: number) => a + (b - a) * share
const ease = (share: number) => share * share * (3 - 2 * share)

const GAUSSIAN_BITS = 13
const gaussians = (() => {
  const random = randomStream(20_240_229)
  return Float32Array.from(
    { length: 1 << GAUSSIAN_BITS },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  )
})()

/** Sensor noise: a normal number (mean 0, deviation 1) for a sample's own number, fast enough for 50 Hz. */
export const gaussian = (n: number) => gaussians[Math.imul(n, 0x9e3779b1) >>> (32 - GAUSSIAN_BITS)] ?? 0

/** Time of one round, ms. */
import { MINUTE_MS } from '#contract/domain/time.ts'

const ROUND_MS = 40 * MINUTE_MS

/**
 * Position of the sleigh by the reader's calendar: visible in December, null in other months. The sleigh flies
 * westwards, after the night, and weaves between 58°N and 78°N. Course in degrees.
 */
export function sleighAt(now: Date): { latitudeDeg: number; longitudeDeg: number; courseDeg: number } | null {
  if (now.getMonth() !== 11) return null
  const share = (now.getTime() % ROUND_MS) / ROUND_MS
  const weave = share * 10 * Math.PI
  const latitudeDeg = 68 + 10 * Math.sin(weave)
  const northwards = Math.cos(weave)
  return { latitudeDeg, longitudeDeg: 180 - share * 360, courseDeg: 270 + 25 * northwards }
}

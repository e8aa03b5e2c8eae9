import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Program of the process: its wall clock differs by the ms in a file, which it reads again all the time. */
const PRELOAD = `
import { readFileSync } from 'node:fs'
const Real = Date
const shiftMs = () => Number(readFileSync(process.env.CLOCK_SHIFT, 'utf8'))
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + shiftMs()) }
  static now() { return Real.now() + shiftMs() }
}`

/** Environment of a process of its own whose wall clock the test sets, as people and NTP do. */
export function shiftedClock(folder: string): { env: Record<string, string>; shift(ms: number): void } {
  const path = join(folder, 'clock-shift')
  const shift = (ms: number) => writeFileSync(path, String(ms))
  shift(0)
  const code = Buffer.from(PRELOAD).toString('base64')
  return {
    env: { CLOCK_SHIFT: path, NODE_OPTIONS: `--import=data:text/javascript;base64,${code}` },
    shift,
  }
}

/**
 * Imported before everything else: slows time by `SLOW_MOTION` for this process and those that it starts. On a shared
 * machine, a fleet can then be followed that could not be in real time. A second of the fleet costs the same processor
 * time. Delays caused by other processes take that much less of the fleet's time. Engines keep their own time, so they
 * merge as often as the real clock demands.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module'

const factor = Number(process.env.SLOW_MOTION ?? 1)
process.env.SLOW_MOTION_SINCE_MS ??= `${Date.now()}`
const sinceMs = Number(process.env.SLOW_MOTION_SINCE_MS)
const { setTimeout: later, setInterval: repeatedly, Date: RealDate } = globalThis
const realNow = performance.now.bind(performance)
const slow = (ms: number | undefined) => (ms === undefined ? ms : ms * factor)
const originMs = sinceMs + (performance.timeOrigin - sinceMs) / factor
const now = () => realNow() / factor

if (factor !== 1) slowDown()

function slowDown() {
  Object.defineProperty(performance, 'timeOrigin', { value: originMs })
  Object.defineProperty(performance, 'now', { value: now })
  Object.defineProperty(globalThis, 'Date', {
    value: class extends RealDate {
      constructor(...given: []) {
        if (given.length === 0) super(originMs + now())
        else super(...given)
      }
      static override now() {
        return Math.floor(originMs + now())
      }
    },
  })
  Object.assign(globalThis, {
    setTimeout: Object.assign(
      (run: () => void, ms?: number, ...given: []) => later(run, slow(ms), ...given),
      later,
    ),
    setInterval: (run: () => void, ms?: number, ...given: []) => repeatedly(run, slow(ms), ...given),
  })
  const builtin = createRequire(import.meta.url)
  const timers = builtin('node:timers')
  const promises = builtin('node:timers/promises')
  const { setTimeout: pause } = promises
  promises.setTimeout = (ms?: number, ...given: []) => pause(slow(ms), ...given)
  Object.assign(timers, { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval })
  syncBuiltinESMExports()
}

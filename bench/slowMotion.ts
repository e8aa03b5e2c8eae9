/**
 * Imported before everything else: time passes `SLOW_MOTION` times as slowly for this process and those that it starts. On a machine
 * that others use, too, a fleet can so be followed that could not be in real time: what a second of it costs in processor
 * time stays the same, and what takes long because others have the processor takes so much less of the fleet's time.
 * Engines keep their own time, so they merge as often as the real clock says.
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

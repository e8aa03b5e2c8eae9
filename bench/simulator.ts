/** Speed of making the simulated fleet: `node bench/simulator.ts`. */

import { DAY_S } from '#contract/domain/time.ts'
import { encodeMessages } from '#simulator/encodeMessages.ts'
import { FLEET } from '#simulator/fleet.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import type { BusyTimes } from '#simulator/timetable.ts'

const NOW_S = 20_790 * DAY_S + 43_200
const BUSY: BusyTimes = [[NOW_S, Number.POSITIVE_INFINITY]]

function measure(what: string, days: number, sensors: number): void {
  let count = 0
  let samples = 0
  const startMs = performance.now()
  for (const boat of FLEET) {
    const pretend = pretendBoat(boat, BUSY)
    for (let second = NOW_S - days * DAY_S; second < NOW_S; second += 600) {
      const readings = pretend.between(second, second + 600, { sensors, impacts: sensors === 0 })
      count += readings.scalars.length + readings.fixes.length
      for (const block of readings.motion) samples += block.forceX.length
    }
  }
  const seconds = (performance.now() - startMs) / 1000
  report(what, seconds, count, samples)
}

/** Cost of the live fleet before the network: a minute of all boats, second by second, in their protocols. */
function measureLive(): void {
  const boats = FLEET.map((boat) => pretendBoat(boat, BUSY))
  for (const boat of boats) boat.between(NOW_S, NOW_S + 1, { sensors: 3, impacts: false })
  let bytes = 0
  const startMs = performance.now()
  for (let second = NOW_S + 1; second < NOW_S + 61; second++) {
    for (const pretend of boats) {
      const readings = pretend.between(second, second + 1, { sensors: 3, impacts: false })
      for (const message of encodeMessages(pretend.boat, readings)) bytes += message.bytes.length
    }
  }
  const share = (performance.now() - startMs) / 60_000
  console.log(`live fleet: ${(100 * share).toFixed(2)} % of a core, ${Math.round(bytes / 60)} bytes/s`)
}

function report(what: string, seconds: number, readings: number, samples: number): void {
  const rate = (count: number) => `${(count / 1e6).toFixed(1)} M (${(count / seconds / 1e6).toFixed(2)} M/s)`
  console.log(`${what}: ${seconds.toFixed(1)} s, readings ${rate(readings)}, motion samples ${rate(samples)}`)
}

measure('32 days at 1 Hz', 32, 0)
measure('2 days with 50 Hz motion', 2, 3)
measureLive()

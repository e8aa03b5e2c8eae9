/**
 * `node bench/fleetReplay.ts`: cost of a replay of 1,000 boats over a day in a browser, at each speed. It prints the
 * transferred bytes of the day, compressed as answers are, the chunks in memory at once, and the work of placing
 * every boat.
 */
import { gzipSync } from 'node:zlib'
import { DAY_MS } from '#contract/domain/time.ts'
import { type FleetFixes, fleetStepS, packFleetTrack } from '#contract/wire/fleetTracks.ts'
import { chunksAround, stepOf } from '#web/fleetReplay/chunks.ts'
import { type Chunk, createChunk, momentOf } from '#web/fleetReplay/fleetHistory.ts'
import { createVesselBuffer } from '#web/map/vesselBuffer.ts'
import { createVesselGroups } from '#web/map/vesselGroups.ts'
import { FLEET_SPEEDS } from '#web/searchParameters.ts'
import { vessel } from '#web/testing/vesselCase.ts'

const BOATS = 1000
const FRAMES = 200
const ids = Array.from(
  { length: BOATS },
  (_, boat) => `01900000-0000-7000-8000-${String(boat).padStart(12, '0')}`,
)
const fromMs = Date.UTC(2026, 5, 18)
const range = { fromMs, toMs: fromMs + DAY_MS }

/** A boat sails about her harbour for the whole day, on a changing course. */
function fixesOf(boat: number, from: number, to: number, stepS: number): FleetFixes {
  const timeMs = Float64Array.from(
    { length: Math.round((to - from) / 1000 / stepS) },
    (_, i) => from + i * stepS * 1000,
  )
  const angle = (ms: number) => (ms - fromMs) / 6e6 + boat + Math.sin(ms / 9e5 + boat) / 4
  return {
    timeMs,
    latitudeDeg: timeMs.map((ms) => 64 + (boat % 40) / 10 + 0.1 * Math.sin(angle(ms))),
    longitudeDeg: timeMs.map((ms) => -22 + (boat % 25) / 5 + 0.2 * Math.cos(angle(ms))),
  }
}
const answer = (from: number, to: number, stepS: number) =>
  ids.map((id, boat) => packFleetTrack(id, fixesOf(boat, from, to, stepS), from))

for (const speed of FLEET_SPEEDS) {
  const stepS = fleetStepS(stepOf(speed), BOATS, 0)
  const { needed, ahead } = chunksAround(fromMs + DAY_MS / 2, stepS, range)
  const [one] = needed
  if (!one) throw new Error('there is nothing to replay')
  const body = JSON.stringify({ step_s: stepS, data: answer(one.fromMs, one.toMs, stepS) })
  const packed = gzipSync(body).length
  const chunkMs = one.toMs - one.fromMs
  const held = [...needed, ...ahead]
  const heldBytes = held.reduce(
    (sum, { fromMs, toMs }) => sum + ((toMs - fromMs) / 1000 / stepS) * BOATS * 24,
    0,
  )

  const chunks: Chunk[] = needed.map(({ fromMs, toMs }) =>
    createChunk(answer(fromMs, toMs, stepS), fromMs, stepS),
  )
  const buffer = createVesselBuffer()
  const groups = createVesselGroups(buffer)
  const boats = ids.map((id) => vessel(id, 0))
  const show = (timeMs: number) => {
    for (const boat of boats) {
      const moment = momentOf(chunks, null, boat.id, timeMs)
      if (moment)
        buffer.put(
          {
            ...boat,
            latitudeDeg: moment.latitudeDeg,
            longitudeDeg: moment.longitudeDeg,
            cog: moment.cogDeg,
            sog: moment.sogKn,
          },
          0,
          false,
        )
    }
    groups.update(8, -1)
  }
  const frameMs = speed * 40
  const begin = one.fromMs + chunkMs
  for (let frame = 0; frame < 20; frame++) show(begin + frame * frameMs)
  const before = process.cpuUsage()
  for (let frame = 0; frame < FRAMES; frame++) show(begin + ((frame * frameMs) % chunkMs))
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000 / FRAMES
  const day = (DAY_MS / chunkMs) * packed
  console.log(
    `${speed}×: ${(packed / 1e3).toFixed(0)} kB each ${(chunkMs / 1000 / speed).toFixed(0)} s, ${(day / 1e6).toFixed(1)} MB a day, ` +
      `${(heldBytes / 1e6).toFixed(1)} MB held, ${ms.toFixed(1)} CPU-ms a frame`,
  )
}

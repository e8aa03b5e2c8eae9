import type { Clock } from '#server/platform/clock.ts'
import { encodeMessages } from '#simulator/encodeMessages.ts'
import type { PretendBoat } from '#simulator/pretendBoat.ts'
import type { Uplink } from './uplinks.ts'

export interface LiveBoat {
  pretend: PretendBoat
  uplink: Uplink
}

/** After the machine slept, this much at most is made up in one go. */
const CATCH_UP_S = 60

/**
 * Makes the boats send each second once it is over. Returns functions for the last sent second and to stop.
 */
export function sailLive(boats: readonly LiveBoat[], fromS: number, clock: Clock) {
  let sentUntilS = fromS
  let timer: NodeJS.Timeout
  const tick = () => {
    const nowS = Math.floor(clock.nowMs() / 1000)
    const untilS = Math.min(nowS, sentUntilS + CATCH_UP_S)
    if (untilS > sentUntilS) {
      for (const { pretend, uplink } of boats) {
        uplink.send(
          encodeMessages(pretend.boat, pretend.between(sentUntilS, untilS, { sensors: 3, impacts: false })),
        )
      }
      sentUntilS = untilS
    }
    const waitMs = sentUntilS < nowS ? 50 : 1000 - (clock.nowMs() % 1000) + 5
    timer = setTimeout(tick, waitMs)
  }
  tick()
  return { sentUntilS: () => sentUntilS, stop: () => clearTimeout(timer) }
}

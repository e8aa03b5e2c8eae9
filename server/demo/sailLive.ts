import type { Clock } from '#server/platform/clock.ts'
import { encodeMessages } from '#simulator/encodeMessages.ts'
import type { PretendBoat } from '#simulator/pretendBoat.ts'
import type { Uplink } from './uplinks.ts'

export interface LiveBoat {
  pretend: PretendBoat
  uplink: Uplink
  /** True at a second without a link; the boat sends what it kept afterwards. Without it there is always a link. */
  isOutOfReach?(second: number): boolean
}

/** After silence, this much at most is made up in one go. */
const CATCH_UP_S = 60

/**
 * Makes the boats send each second once it is over. Returns functions for the last second that all of them sent and to
 * stop.
 */
export function sailLive(boats: readonly LiveBoat[], fromS: number, clock: Clock) {
  const fleet = boats.map((boat) => ({ ...boat, sentUntilS: fromS }))
  let timer: NodeJS.Timeout
  const tick = () => {
    const nowS = Math.floor(clock.nowMs() / 1000)
    let isBehind = false
    for (const boat of fleet) {
      if (boat.isOutOfReach?.(nowS)) continue
      const untilS = Math.min(nowS, boat.sentUntilS + CATCH_UP_S)
      if (untilS > boat.sentUntilS) {
        const { pretend } = boat
        const made = pretend.between(boat.sentUntilS, untilS, { sensors: 3, impacts: false })
        boat.uplink.send(encodeMessages(pretend.boat, made))
        boat.sentUntilS = untilS
      }
      isBehind ||= untilS < nowS
    }
    timer = setTimeout(tick, isBehind ? 50 : 1000 - (clock.nowMs() % 1000) + 5)
  }
  tick()
  return {
    sentUntilS: () => Math.min(...fleet.map(({ sentUntilS }) => sentUntilS)),
    stop: () => clearTimeout(timer),
  }
}

import { type DeviceHealth, waitingBytes } from '#contract/wire/deviceHealth.ts'

type Waiting = Pick<DeviceHealth, 'waiting'>

const amounts = ({ waiting }: Waiting) => [waiting.now, waiting.later, waiting.on_demand]

/** Time of the oldest message that is still on board, epoch ms; null when nothing is, or when its time is unknown. */
export function oldestWaitingMs(health: Waiting): number | null {
  const times = amounts(health).flatMap(({ from }) => (from === null ? [] : [from]))
  return times.length === 0 ? null : Math.min(...times)
}

/** Time that the link needs for what waits, at the speed of the last uploads; null when nothing waits or no speed is known. */
export function minutesToSend(health: Waiting & Pick<DeviceHealth, 'link_rate'>): number | null {
  const bytes = waitingBytes(health)
  return bytes === 0 || !health.link_rate ? null : bytes / health.link_rate / 60
}

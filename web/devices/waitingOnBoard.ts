import { type DeviceHealth, minutesToSend } from '#contract/wire/deviceHealth.ts'

type Waiting = Pick<DeviceHealth, 'waiting'>

const amounts = ({ waiting }: Waiting) => [waiting.now, waiting.later, waiting.on_demand]

/** Time of the oldest message that is still on board, epoch ms; null when nothing is, or when its time is unknown. */
export function oldestWaitingMs(health: Waiting): number | null {
  const times = amounts(health).flatMap(({ from }) => (from === null ? [] : [from]))
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * Time that the boat needs for what it sends by itself, in minutes; null when nothing of it waits or no speed is known. With a
 * budget, data on demand stay on board until a person asks for them.
 */
export function minutesOfBacklog(
  health: Waiting & Pick<DeviceHealth, 'link_rate' | 'link_budget'>,
): number | null {
  const { now, later, on_demand } = health.waiting
  const bytes = now.bytes + later.bytes + (health.link_budget ? 0 : on_demand.bytes)
  return bytes === 0 ? null : minutesToSend(bytes, health)
}

import type { Telemetry } from './telemetry.ts'

/**
 * The same, for somebody who may have lost the right to compute: `requireRight` throws before anything that is computed is stored.
 * It cannot know what is on its way, so what is stored has to be what anybody would compute.
 */
export function fencedWrites(telemetry: Telemetry, requireRight: () => void): Telemetry {
  const guarded =
    <Args extends unknown[]>(store: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      requireRight()
      await store(...args)
    }
  const { impacts, quarterHours, heat } = telemetry
  return {
    ...telemetry,
    appendDerived: guarded(telemetry.appendDerived),
    impacts: { ...impacts, store: guarded(impacts.store) },
    quarterHours: { ...quarterHours, store: guarded(quarterHours.store) },
    heat: { ...heat, store: guarded(heat.store) },
  }
}

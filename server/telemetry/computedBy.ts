import type { Telemetry } from './telemetry.ts'

/**
 * The same, for somebody who may have lost the right to compute: `demand` throws before anything that is computed is stored.
 * It cannot know what is on its way, so what is stored has to be what anybody would compute.
 */
export function computedBy(telemetry: Telemetry, demand: () => void): Telemetry {
  const demanding =
    <Args extends unknown[]>(store: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      demand()
      await store(...args)
    }
  const { impacts, quarters, heat } = telemetry
  return {
    ...telemetry,
    appendDerived: demanding(telemetry.appendDerived),
    impacts: { ...impacts, store: demanding(impacts.store) },
    quarters: { ...quarters, store: demanding(quarters.store) },
    heat: { ...heat, store: demanding(heat.store) },
  }
}

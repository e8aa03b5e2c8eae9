import type { Telemetry } from '#server/telemetry/telemetry.ts'

/**
 * Telemetry with fenced writes, for a process that may have lost its lease: `requireRight` rejects before a computed
 * result is stored. Writes already on their way are not stopped, so every process must compute equal results.
 */
export function fencedWrites(telemetry: Telemetry, requireRight: () => Promise<void>): Telemetry {
  const guarded =
    <Args extends unknown[]>(store: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      await requireRight()
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

import type { Guidance } from './helm.ts'

interface Given {
  mode: Guidance['mode']
  /** Limit in kn; null when no user set one. */
  limit: number | null
  /** kn; null until enough is known of what the boat burns. */
  eco: Guidance['eco']
}

/**
 * The speed to keep: in safety mode the limit; in eco mode the eco speed, never above the limit; in auto the lower of
 * both. What is not known does not count; null where nothing is.
 */
export function routeGuidance({ mode, limit, eco }: Given): Guidance | null {
  const isEco = mode !== 'safety' && eco !== null && (limit === null || eco.speed <= limit)
  if (isEco) return { mode, speed: eco.speed, reason: 'eco', eco }
  return limit === null ? null : { mode, speed: limit, reason: 'safety', eco }
}

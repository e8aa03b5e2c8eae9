import type { Guidance } from './helm.ts'

interface Given {
  mode: Guidance['mode']
  /** Limit in kn; null when no user set one. */
  limit: number | null
  /** kn; null until enough fuel data is known. */
  eco: Guidance['eco']
}

/**
 * The speed to keep: the limit in safety mode, the eco speed but never above the limit in eco mode, the lower
 * of both in auto. Unknown speeds are ignored; null without any.
 */
export function routeGuidance({ mode, limit, eco }: Given): Guidance | null {
  const isEco = mode !== 'safety' && eco !== null && (limit === null || eco.speed <= limit)
  if (isEco) return { mode, speed: eco.speed, reason: 'eco', eco }
  return limit === null ? null : { mode, speed: limit, reason: 'safety', eco }
}

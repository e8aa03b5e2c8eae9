import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { countCall } from '#server/records/callCounts.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/**
 * Maximum number of remembered callers. Floods come from fewer places than that; a forgotten caller costs one more
 * query.
 */
const MOST_REMEMBERED = 5000

/**
 * Counts calls in the records, over all processes. Addresses over a limit are cached here, so that a flood
 * costs no queries.
 */
export function sharedCounts(db: Db): FastifyRateLimitStoreCtor {
  class SharedCounts {
    readonly #route: string
    readonly #over = new Map<string, { calls: number; untilMs: number }>()

    constructor(route: unknown) {
      this.#route = typeof route === 'string' ? route : ''
    }

    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number, most: number) {
      const nowMs = performance.now()
      const over = this.#over.get(key)
      if (over && over.untilMs > nowMs) {
        done(null, { current: over.calls, ttl: over.untilMs - nowMs })
        return
      }
      countCall(db, `${this.#route} ${key}`, windowMs).then(
        ({ calls, leftMs }) => {
          if (calls > most) this.#remember(key, { calls, untilMs: nowMs + leftMs })
          done(null, { current: calls, ttl: leftMs })
        },
        (error) => done(error),
      )
    }

    #remember(key: string, over: { calls: number; untilMs: number }) {
      if (this.#over.size >= MOST_REMEMBERED) this.#over.clear()
      this.#over.set(key, over)
    }

    /** Counts of one route, separate from other routes. */
    child({ routeInfo }: { routeInfo: { method: string | string[]; url: string } }) {
      return new SharedCounts(`${[routeInfo.method].flat().join()} ${routeInfo.url}`)
    }
  }
  return SharedCounts as unknown as FastifyRateLimitStoreCtor
}

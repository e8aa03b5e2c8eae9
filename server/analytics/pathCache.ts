import type { PathPoint } from '#contract/wire/timeSeries.ts'

/** Paths of trips that have ended; the least recently used path is dropped first. */
export interface PathCache {
  get(key: string, read: () => Promise<PathPoint[]>): Promise<PathPoint[]>
}

/** About 100 bytes a point, so about 20 MB. */
const MAX_POINTS_KEPT = 200_000

export function pathCache(maxPoints = MAX_POINTS_KEPT): PathCache {
  const kept = new Map<string, PathPoint[]>()
  const reading = new Map<string, Promise<PathPoint[]>>()
  let points = 0

  function keep(key: string, path: PathPoint[]) {
    kept.set(key, path)
    points += path.length
    for (const [oldest, { length }] of kept) {
      if (points <= maxPoints) return
      kept.delete(oldest)
      points -= length
    }
  }

  return {
    async get(key, read) {
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const started =
        reading.get(key) ??
        read()
          .then((path) => {
            keep(key, path)
            return path
          })
          .finally(() => reading.delete(key))
      reading.set(key, started)
      return started
    },
  }
}

import type { Log } from '#server/platform/log.ts'

export interface Background {
  /** Starts work in the background, for which no caller waits; a failure is logged. */
  run(what: string, work: () => Promise<void>): void
  /** Resolves when all of it has ended. */
  settled(): Promise<void>
}

export function openBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  return {
    run(what, work) {
      const done = work()
        .catch((error) => log.error(`${what} failed`, { error }))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

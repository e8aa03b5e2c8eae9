/** Work that runs now and then and when it is woken, never twice at once. */
export interface Rounds {
  readonly isClosed: boolean
  /** Looks by itself from now on, and not only when it is woken. */
  start(): void
  /** There may be something to do. */
  wake(): void
  /** Does all that there is. */
  drain(): Promise<void>
  /** Waits for the present run, at most `withinMs` if given. */
  close(withinMs?: number): Promise<void>
}

/**
 * `work` does everything that is due, and stops soon once the rounds are closed. A wake-up during a run
 * causes another run.
 */
export function openRounds(
  work: () => Promise<void>,
  { everyMs, onFailure }: { everyMs: number; onFailure: (error: unknown) => void },
): Rounds {
  let isClosed = false
  let running: Promise<void> | null = null
  let again = false
  let timer: NodeJS.Timeout | undefined

  async function rounds() {
    do {
      again = false
      await work()
    } while (again && !isClosed)
  }

  function run(): Promise<void> {
    if (isClosed) return Promise.resolve()
    again = true
    running ??= rounds()
      .catch(onFailure)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    get isClosed() {
      return isClosed
    },
    start() {
      timer ??= setInterval(() => void run(), everyMs)
      void run()
    },
    wake: () => void run(),
    drain: run,
    async close(withinMs) {
      isClosed = true
      clearInterval(timer)
      let giveUp: NodeJS.Timeout | undefined
      await (withinMs === undefined
        ? running
        : Promise.race([
            running,
            new Promise<void>((resolve) => {
              giveUp = setTimeout(resolve, withinMs)
            }),
          ]))
      clearTimeout(giveUp)
    },
  }
}

/** Longest time of work in one turn of the event loop, ms: a call of a person takes a few of them. */
const LONGEST_MS = 5

/** Time of the first question in this turn of the event loop; null before it. */
let firstMs: number | null = null

/**
 * Waits for the next turn of the event loop when work has taken this one for long. Long work asks now and then, or no
 * call would be read from its socket meanwhile. Awaiting results that come from this thread makes no turn.
 */
export async function giveWay(): Promise<void> {
  if (firstMs === null) {
    firstMs = performance.now()
    setImmediate(() => {
      firstMs = null
    })
  } else if (performance.now() - firstMs > LONGEST_MS) await new Promise(setImmediate)
}

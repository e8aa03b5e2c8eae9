import { setImmediate as nextTurn } from 'node:timers/promises'

/** A computation that pauses between its stages, each of which takes a fraction of a second even for a trip of a week. */
export type Stages<Result> = Generator<void, Result>

/** Result of a computation without pauses. */
export function atOnce<Result>(stages: Stages<Result>): Result {
  for (;;) {
    const { done, value } = stages.next()
    if (done) return value
  }
}

/** Stages shorter than this follow each other without a pause. */
const SHORT_MS = 5

/** Result of a computation during which sockets are read between two stages. */
export async function inTurns<Result>(stages: Stages<Result>): Promise<Result> {
  for (let beganMs = performance.now(); ; ) {
    const { done, value } = stages.next()
    if (done) return value
    if (performance.now() - beganMs < SHORT_MS) continue
    await nextTurn()
    beganMs = performance.now()
  }
}

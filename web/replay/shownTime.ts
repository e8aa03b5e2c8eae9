import type { LinkedCursor } from '../plots/linkedCursor.ts'
import type { Player } from './player.ts'

/** Time that the views of a replay show, epoch ms; listeners are called at every change. */
export interface ShownTime {
  timeMs(): number
  subscribe(listener: () => void): () => void
}

/** Time at the pointer, or else that of the player. */
export const shownTime = (player: Player, cursor: LinkedCursor): ShownTime => ({
  timeMs: () => cursor.timeMs() ?? player.get().timeMs,
  subscribe(listener) {
    const leave = [player.subscribe(listener), cursor.subscribe(listener)]
    return () => {
      for (const stop of leave) stop()
    }
  },
})

/** Lets the cursor rest at the time of the player, from its next change on. */
export const restWith = (player: Player, cursor: LinkedCursor) =>
  player.subscribe(() => cursor.rest(player.get().timeMs))

import { useEffect, useEffectEvent } from 'react'
import { useKeysHere } from '#web/keys/keysHere.ts'
import { OWN_KEYS } from '#web/keys/ownKeys.ts'
import type { Player } from '../../replay/player.ts'

const OWN_ARROWS =
  '[role=slider], [role=tab], [role=radio], [role=menu], [role=listbox], [role=separator], [role=grid]'
const OWN_SPACE =
  'button, a, summary, [role=button], [role=tab], [role=radio], [role=checkbox], [role=menuitem]'

interface Keys {
  player: Player
  /** Step of the arrow keys. */
  stepMs: number
  /** Goes to the previous or next event of the trip. */
  onEvent: (direction: -1 | 1) => void
}

/** Moves the moment of the trip: arrows by a step, J and K to an event; space plays and pauses. */
export function useMomentKeys({ player, stepMs, onEvent }: Keys): void {
  useKeysHere('moment')
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target : document.body
    if (target.closest(OWN_KEYS)) return
    const { timeMs, playing } = player.get()
    const arrow = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const toEvent = ({ j: -1, k: 1 } as const)[event.key.toLowerCase()]
    if (arrow !== undefined && !target.closest(OWN_ARROWS)) {
      player.pause()
      player.seek(timeMs + arrow * stepMs)
    } else if (toEvent) onEvent(toEvent)
    else if (event.key === ' ' && !target.closest(OWN_SPACE)) {
      if (playing) player.pause()
      else player.play()
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

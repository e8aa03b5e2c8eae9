import type { TablerIcon } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { OWN_KEYS } from './ownKeys.ts'

/** Action on what the page shows, as its button or menu item offers it. */
export interface ActionHere {
  /** Unique on the page. */
  id: string
  label: string
  icon: TablerIcon
  /** Single key that runs the action outside of fields and dialogs, as written on the keyboard. */
  key?: string
  run: () => void
}

/** Things that a page shows as a whole. */
export type Subject = 'trip' | 'vessel'
export type Offered = readonly { subject: Subject; actions: readonly ActionHere[] }[]

const offers = new Map<object, Offered[number]>()
const listeners = new Set<() => void>()
let offered: Offered = []

/** Offers actions in the palette and by their keys while the calling component is on the page. */
export function useActionsHere(subject: Subject, actions: readonly ActionHere[]): void {
  const owner = useRef({})
  // Labels and handlers may change with each render.
  useEffect(() => change(() => offers.set(owner.current, { subject, actions })))
  useEffect(() => {
    const own = owner.current
    return () => change(() => offers.delete(own))
  }, [])
}

export const useAllActionsHere = (): Offered => useSyncExternalStore(subscribe, () => offered)

function change(make: () => void) {
  const hadKeys = offers.size > 0
  make()
  const subjects = new Set([...offers.values()].map(({ subject }) => subject))
  offered = [...subjects].map((subject) => ({
    subject,
    actions: [...offers.values()].flatMap((one) => (one.subject === subject ? one.actions : [])),
  }))
  if (!hadKeys && offers.size > 0) document.addEventListener('keydown', press)
  if (hadKeys && offers.size === 0) document.removeEventListener('keydown', press)
  for (const listener of listeners) listener()
}

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
  if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
  const pressed = event.key.toUpperCase()
  const action = offered.flatMap(({ actions }) => actions).find(({ key }) => key === pressed)
  if (!action) return
  event.preventDefault()
  action.run()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

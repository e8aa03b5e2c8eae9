import { useSyncExternalStore } from 'react'
import type { Alert } from '#contract/wire/alert.ts'
import type { LinkedCursor } from '../../../plots/linkedCursor.ts'

/** View in which the pointer is on an alert. */
export type AlertPlace = 'list' | 'map' | 'chart'

export interface FocusedAlert {
  alert: Alert
  by: AlertPlace
  /** Pressed, so it stays; one that is only hovered goes with the pointer. */
  pressed: boolean
}

/** The alert that is meant, in the list, on the map and on the chart alike. The linked cursor goes to its moment. */
export interface AlertFocus {
  get(): FocusedAlert | null
  /** Null when the pointer leaves: then the pressed one is meant again, if there is one. */
  hover(alert: Alert | null, by: AlertPlace): void
  /** Pressing the pressed one again lets it go. */
  press(alert: Alert | null, by: AlertPlace): void
  subscribe(listener: () => void): () => void
}

export function createAlertFocus(cursor: LinkedCursor): AlertFocus {
  let focused: FocusedAlert | null = null
  let pressed: FocusedAlert | null = null
  const listeners = new Set<() => void>()
  const change = (next: FocusedAlert | null) => {
    if (next === focused) return
    focused = next
    cursor.set(next && Date.parse(next.alert.trigger_time), 'alert')
    for (const listener of listeners) listener()
  }
  return {
    get: () => focused,
    hover(alert, by) {
      if (alert && alert.id === focused?.alert.id) return
      change(alert ? { alert, by, pressed: alert.id === pressed?.alert.id } : pressed)
    },
    press(alert, by) {
      pressed = alert && alert.id !== pressed?.alert.id ? { alert, by, pressed: true } : null
      change(pressed)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useFocusedAlert = (focus: AlertFocus) => useSyncExternalStore(focus.subscribe, focus.get)

import { useSyncExternalStore } from 'react'
import type { Alert } from '#contract/wire/alert.ts'
import type { LinkedCursor } from '../../../plots/linkedCursor.ts'

/** View in which the pointer is on an alert. */
export type AlertPlace = 'list' | 'map' | 'chart'

export interface FocusedAlert {
  alert: Alert
  by: AlertPlace
  /** True when the user pressed the alert: it stays focused. A hovered alert loses the focus with the pointer. */
  pressed: boolean
}

/** Focused alert, shared by list, map and plot. The linked cursor moves to the time of the alert. */
export interface AlertFocus {
  get(): FocusedAlert | null
  /** Null when the pointer leaves: the pressed alert, if any, gets the focus again. */
  hover(alert: Alert | null, by: AlertPlace): void
  /** Pressing the pressed alert again removes the focus. */
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

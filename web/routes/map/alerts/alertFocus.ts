import { useSyncExternalStore } from 'react'
import type { Alert } from '#contract/wire/alert.ts'
import type { LinkedCursor } from '../../../plots/linkedCursor.ts'

/** View in which the pointer is on an alert, or the keys that go from event to event. */
export type AlertPlace = 'list' | 'map' | 'chart' | 'keys'

export interface FocusedAlert {
  alert: Alert
  by: AlertPlace
  /** True when the user pressed the alert: it stays focused. A hovered alert loses the focus with the pointer. */
  pressed: boolean
}

/**
 * Focused alert, shared by list, map and plot. The linked cursor moves to the time of a hovered alert; a pressed one is
 * where the cursor rests.
 */
export interface AlertFocus {
  get(): FocusedAlert | null
  /** Null when the pointer leaves: the pressed alert, if any, gets the focus again. */
  hover(alert: Alert | null, by: AlertPlace): void
  /** Pressing the pressed alert again removes the focus. */
  press(alert: Alert | null, by: AlertPlace): void
  /** Releases a pressed alert once the moment is another one, epoch ms. */
  movedTo(timeMs: number): void
  subscribe(listener: () => void): () => void
}

/** The moment of an alert may be any of its second. */
const SAME_MS = 1000

/** `onPress` makes the time of the pressed alert the moment of the trip. */
export function createAlertFocus(
  cursor: LinkedCursor,
  onPress: (alert: Alert) => void = () => undefined,
): AlertFocus {
  let focused: FocusedAlert | null = null
  let pressed: FocusedAlert | null = null
  let isPressing = false
  const listeners = new Set<() => void>()
  const change = (next: FocusedAlert | null) => {
    if (next === focused) return
    focused = next
    cursor.set(next && !next.pressed ? timeOf(next.alert) : null)
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
      if (!pressed) return
      // An alert outside the trip has no moment of its own there.
      isPressing = true
      onPress(pressed.alert)
      isPressing = false
    },
    movedTo(timeMs) {
      if (!pressed || isPressing || Math.abs(timeMs - timeOf(pressed.alert)) < SAME_MS) return
      const wasShown = focused === pressed
      pressed = null
      if (wasShown) change(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const timeOf = ({ trigger_time }: Alert) => Date.parse(trigger_time)

export const useFocusedAlert = (focus: AlertFocus) => useSyncExternalStore(focus.subscribe, focus.get)

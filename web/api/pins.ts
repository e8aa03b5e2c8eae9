import { useMemo, useSyncExternalStore } from 'react'
import type { Trip } from '#contract/wire/trip.ts'
import { toast } from '../toasts/toast.ts'
import { useUser } from './user.ts'

/** A trip that a person keeps at hand, in this browser only. */
export interface Pin {
  id: string
  company_id: string
  vessel_id: string
  captain_id: string | null
  /** Epoch ms. */
  pin_timestamp: number
}

export const MOST_PINS = 30

/** Pins of one organization, newest first, with the functions that change them. */
export function usePins() {
  const { id: organizationId } = useUser().company
  const board = useMemo(() => pinBoard(organizationId), [organizationId])
  const pins = useSyncExternalStore(board.watch, board.pins)
  return {
    pins,
    isPinned: (tripId: string) => pins.some(({ id }) => id === tripId),
    toggle: (trip: Trip) => {
      const outcome = board.toggle(trip, Date.now())
      if (outcome === 'full') toast.failure('trip.pinLimit')
      if (outcome === 'pinned') toast.success('trip.pinned')
    },
    forget: board.forget,
    unpinAll: board.clear,
  }
}

/** Pinned trips of one organization, shared by all windows of the browser. */
export function pinBoard(organizationId: string) {
  const key = `pinned-trips:${organizationId}`
  /** Cached pins: the same object is returned until the stored text changes. */
  let held: { stored: string | null; pins: readonly Pin[] } = { stored: null, pins: [] }
  const pins = () => {
    const stored = localStorage.getItem(key)
    if (held.stored !== stored) held = { stored, pins: parse(stored) }
    return held.pins
  }
  const write = (next: readonly Pin[]) => {
    localStorage.setItem(key, JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  const forget = (tripIds: readonly string[]) => write(pins().filter(({ id }) => !tripIds.includes(id)))
  return {
    pins,
    watch,
    forget,
    clear: () => write([]),
    toggle(trip: Omit<Pin, 'pin_timestamp'>, nowMs: number): 'pinned' | 'unpinned' | 'full' {
      const now = pins()
      if (now.some(({ id }) => id === trip.id)) {
        forget([trip.id])
        return 'unpinned'
      }
      if (now.length >= MOST_PINS) return 'full'
      const { id, company_id, vessel_id, captain_id } = trip
      write([{ id, company_id, vessel_id, captain_id, pin_timestamp: nowMs }, ...now])
      return 'pinned'
    },
  }
}

const listeners = new Set<() => void>()

function watch(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function parse(stored: string | null): Pin[] {
  try {
    const pins: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(pins) ? pins.filter((pin) => typeof pin?.id === 'string').slice(0, MOST_PINS) : []
  } catch {
    return []
  }
}

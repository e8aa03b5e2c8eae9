import { useSyncExternalStore } from 'react'
import type { Trip } from '#contract/trip.ts'
import { toast } from '../ui/toast.ts'
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

const MOST_PINS = 30

/** The pins of one's organization, newest first, and how to change them. */
export function usePins() {
  const { id: companyId } = useUser().company
  const pins = useSyncExternalStore(watch, () => read(companyId))
  return {
    pins,
    isPinned: (tripId: string) => pins.some(({ id }) => id === tripId),
    toggle: (trip: Trip) => {
      if (pins.some(({ id }) => id === trip.id)) {
        return write(
          companyId,
          pins.filter(({ id }) => id !== trip.id),
        )
      }
      if (pins.length >= MOST_PINS) return toast.failure('trip.pinLimit')
      const { id, company_id, vessel_id, captain_id } = trip
      write(companyId, [{ id, company_id, vessel_id, captain_id, pin_timestamp: Date.now() }, ...pins])
      toast.success('trip.pinned')
    },
    unpinAll: () => write(companyId, []),
  }
}

const keyOf = (companyId: string) => `pinned-trips:${companyId}`
const listeners = new Set<() => void>()
/** A snapshot must stay the same object until what is stored changes. */
let held: { key: string; stored: string | null; pins: readonly Pin[] } | null = null

function read(companyId: string): readonly Pin[] {
  const key = keyOf(companyId)
  const stored = localStorage.getItem(key)
  if (held?.key !== key || held.stored !== stored) held = { key, stored, pins: parse(stored) }
  return held.pins
}

function parse(stored: string | null): Pin[] {
  try {
    const pins: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(pins) ? pins.filter((pin) => typeof pin?.id === 'string').slice(0, MOST_PINS) : []
  } catch {
    return []
  }
}

function write(companyId: string, pins: readonly Pin[]) {
  localStorage.setItem(keyOf(companyId), JSON.stringify(pins))
  for (const listener of listeners) listener()
}

function watch(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

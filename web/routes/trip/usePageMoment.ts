import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Trip } from '#contract/wire/trip.ts'
import type { LinkedCursor } from '../../plots/linkedCursor.ts'
import { tripInterval } from '../../replay/tripInterval.ts'
import { momentIn } from '../../trips/moment/momentInAddress.ts'
import { type MomentAxis, TIME_AXIS } from '../../trips/moment/sailedMiles.ts'

/** Delay before a chosen moment is written into the address, ms. */
const SETTLED_MS = 250
/** Two times of one moment differ by less than this, ms: alerts are raised in whole seconds. */
const SAME_MS = 1000

/** Moment of the trip that the address names, epoch ms. */
export function usePageMoment(trip: Trip): number | undefined {
  const { t } = useSearch({ strict: false })
  return momentIn({ t }, tripInterval(trip))
}

/** True when something of the trip happened at its moment. */
export const isAtMoment = (timeMs: number, momentMs: number | undefined): boolean =>
  momentMs !== undefined && Math.abs(timeMs - momentMs) < SAME_MS

/**
 * Lets a cursor rest at the moment of the trip, and returns the function that makes another place on the axis of the
 * plot the moment. Visitors of a shared trip have no moment in their address: they move the cursor alone, and get
 * undefined.
 */
export function useCursorMoment(
  trip: Trip,
  cursor: LinkedCursor,
  axis: MomentAxis = TIME_AXIS,
): ((at: number) => void) | undefined {
  const momentMs = usePageMoment(trip)
  const navigate = useNavigate()
  const { token } = useParams({ strict: false })
  useEffect(() => cursor.rest(momentMs === undefined ? null : axis.at(momentMs)), [cursor, momentMs, axis])
  const write = useDebouncedCallback((timeMs: number) => {
    const t = Math.round(timeMs)
    void navigate({ to: '.', search: (now) => ({ ...now, t }), replace: true, resetScroll: false })
  }, SETTLED_MS)
  if (token !== undefined) return undefined
  return (at) => {
    cursor.rest(at)
    write(axis.timeMs(at))
  }
}

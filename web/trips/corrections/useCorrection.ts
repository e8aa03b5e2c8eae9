import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { getTrip, type Trip } from '#contract/wire/trip.ts'
import { call } from '../../api/call.ts'
import { useSave } from '../../forms/useSave.ts'
import { isNotFound } from '../../session/queryClient.ts'

/** Interval and limit for checking whether the trips were computed again, which takes about a second. */
const LOOK_EVERY_MS = 300
const MOST_LOOKS = 20

/** Sends a correction and waits until the trip shows it; then refetches everything that depends on the trip. */
export function useCorrection<Input>(
  trip: Trip,
  send: (input: Input) => Promise<unknown>,
  onDone: () => void,
) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return useSave({
    save: async (input: Input) => {
      await send(input)
      return waitForChange(trip)
    },
    success: 'trip.updated',
    failure: 'trip.updateFailed',
    refusals: { TRIP_TOO_SHORT: 'trip.tooShort' },
    affects: [],
    onSaved: async (now) => {
      onDone()
      const isOpen = path.includes(trip.id)
      if (isOpen && !now) await navigate({ to: '/trips', replace: true })
      // A merge of two trips may leave the other trip's id.
      if (isOpen && now && now.id !== trip.id) {
        await navigate({ to: '/trips/$tripId', params: { tripId: now.id }, replace: true })
      }
      await queries.invalidateQueries()
    },
  })
}

/** Null when the rest is too short to be a trip. */
async function waitForChange(before: Trip): Promise<Trip | null> {
  try {
    const read = () => call(getTrip, { params: { id: before.id } })
    let now = await read()
    for (let looks = 1; looks < MOST_LOOKS && isSame(before, now); looks++) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      now = await read()
    }
    return now
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

const isSame = (a: Trip, b: Trip) =>
  a.id === b.id && a.start_time === b.start_time && a.end_time === b.end_time && a.sea_state === b.sea_state

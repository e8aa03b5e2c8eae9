import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Trip } from '#contract/trip.ts'
import { tripSensorsQuery } from '../../api/sensors.ts'
import { vesselQuery } from '../../api/vessels.ts'
import type { LinkedCursor } from '../../charts/linkedCursor.ts'
import type { Track } from '../../map/track.ts'

/** three.js is loaded when somebody wants to see it. */
const ReplayWindow = lazy(() =>
  import('../../replay/ReplayWindow.tsx').then((module) => ({ default: module.ReplayWindow })),
)

/** What a boat is drawn as while nobody has entered her measurements. */
const USUAL_LENGTH_M = 10
const BEAM_OF_LENGTH = 0.3

export function TripReplay(props: {
  trip: Trip
  track: Track | null
  cursor: LinkedCursor
  onClose: () => void
}) {
  const { trip, track, cursor, onClose } = props
  const vessel = useQuery(vesselQuery(trip.vessel_id))
  const sensors = useQuery(tripSensorsQuery(trip.id))
  if (vessel.isPending || sensors.isPending) return null
  const lengthM = vessel.data?.specs.length ?? USUAL_LENGTH_M
  const beamM = vessel.data?.specs.beam ?? lengthM * BEAM_OF_LENGTH
  return (
    <Suspense>
      <ReplayWindow
        trip={trip}
        boat={{ lengthM, beamM, kind: vessel.data?.kind ?? 'motor' }}
        sensors={(sensors.data ?? []).map(({ bq_sensor_id }) => bq_sensor_id)}
        track={track}
        cursor={cursor}
        onClose={onClose}
      />
    </Suspense>
  )
}

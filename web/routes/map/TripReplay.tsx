import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Trip } from '#contract/wire/trip.ts'
import { tripSensorsQuery } from '../../api/sensors.ts'
import { vesselQuery } from '../../api/vessels.ts'
import { lazyPart } from '../../loading/parts.ts'
import type { Track } from '../../map/track.ts'
import type { LinkedCursor } from '../../plots/linkedCursor.ts'
import { boatShapeOf } from '../../replay/boatShapeOf.ts'

/** Loads three.js when the user opens the replay. */
const ReplayWindow = lazyPart(() =>
  import('../../replay/ReplayWindow.tsx').then((loaded) => loaded.ReplayWindow),
)

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
  return (
    <Suspense>
      <ReplayWindow
        trip={trip}
        boat={boatShapeOf(vessel.data)}
        sensors={(sensors.data ?? []).map(({ bq_sensor_id }) => bq_sensor_id)}
        track={track}
        cursor={cursor}
        onClose={onClose}
      />
    </Suspense>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Trip } from '#contract/wire/trip.ts'
import { tripSensorsQuery } from '../../api/sensors.ts'
import { vesselQuery } from '../../api/vessels.ts'
import { lazyPart } from '../../loading/parts.ts'
import type { Track } from '../../map/track.ts'
import type { LinkedCursor } from '../../plots/linkedCursor.ts'
import { boatShapeOf } from '../../replay/boatShapeOf.ts'
import type { Player } from '../../replay/player.ts'

/** Loads three.js when the user opens the replay. */
const ReplayWindow = lazyPart(() =>
  import('../../replay/ReplayWindow.tsx').then((loaded) => loaded.ReplayWindow),
)

export function TripReplay(props: {
  trip: Trip
  track: Track | null
  player: Player
  cursor: LinkedCursor
  onClose: () => void
}) {
  const { trip } = props
  const { sensor } = useSearch({ from: '/console/map/trips/$tripId' })
  const navigate = useNavigate({ from: '/map/trips/$tripId' })
  const vessel = useQuery(vesselQuery(trip.vessel_id))
  const sensors = useQuery(tripSensorsQuery(trip.id))
  if (vessel.isPending || sensors.isPending) return null
  return (
    <Suspense>
      <ReplayWindow
        {...props}
        boat={boatShapeOf(vessel.data)}
        sensors={(sensors.data ?? []).map(({ bq_sensor_id }) => bq_sensor_id)}
        sensor={sensor}
        onSensor={(next) => void navigate({ search: (now) => ({ ...now, sensor: next }), replace: true })}
      />
    </Suspense>
  )
}

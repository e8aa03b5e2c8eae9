import { IconCube3dSphere, IconFocusCentered } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import { tripSensorsQuery } from '../../../api/sensors.ts'
import { createLinkedCursor, type LinkedCursor } from '../../../charts/linkedCursor.ts'
import { lazyPart } from '../../../loading/parts.ts'
import { ChartMap } from '../../../map/ChartMap.tsx'
import type { TrackMeasure } from '../../../map/colourRamp.ts'
import { fitBounds } from '../../../map/fitBounds.ts'
import { fleetBounds } from '../../../map/fleetBounds.ts'
import { MapTools, Tool, ToolGroup, ZoomTools } from '../../../map/MapTools.tsx'
import { useStage } from '../../../map/stageContext.ts'
import { createTrack, type Track } from '../../../map/track.ts'
import { boatShapeOf } from '../../../replay/boatShapeOf.ts'
import { PathLegend } from '../../../trips/path/PathLegend.tsx'
import { TripPath } from '../../../trips/path/TripPath.tsx'
import { mapPathQuery } from '../../../trips/tripRequests.ts'
import { Segment } from '../../../ui/Segment.tsx'
import { useTrip } from '../openTrip.ts'
import { useShare } from './openShare.ts'
import classes from './SharedPage.module.css'

/** three.js is loaded when somebody wants to see it. */
const ReplayWindow = lazyPart(() =>
  import('../../../replay/ReplayWindow.tsx').then((loaded) => loaded.ReplayWindow),
)

const CLOSEST_ZOOM = 15

/** The path of the trip, and how the boat moved along it. */
export function SharedMap() {
  const { t } = useTranslation()
  const trip = useTrip()
  const [cursor] = useState(createLinkedCursor)
  const [measure, setMeasure] = useState<TrackMeasure>('impact')
  const [replaying, setReplaying] = useState(false)
  const path = useQuery(mapPathQuery(trip))
  const track = useMemo(() => (path.data ? createTrack(path.data) : null), [path.data])
  const [first] = path.data ?? []
  return (
    <>
      <div className={classes.map}>
        <ChartMap view={{ lat: first?.lat ?? 30, lng: first?.lon ?? -20, zoom: 8 }} label={t('map.trip')}>
          <TripPath {...{ trip, track, measure, cursor }} failed={path.isError} />
          <Tools track={track} replaying={replaying} onReplay={() => setReplaying(!replaying)} />
          {replaying && (
            <Replay trip={trip} track={track} cursor={cursor} onClose={() => setReplaying(false)} />
          )}
        </ChartMap>
      </div>
      <div className={classes.legend}>
        <Segment
          small
          fullWidth
          label={t('trip.colourBy')}
          value={measure}
          onChange={setMeasure}
          options={[
            { value: 'impact', label: t('map.impact') },
            { value: 'speed', label: t('trip.speed') },
          ]}
        />
        <PathLegend trip={trip} measure={measure} track={track} />
      </div>
    </>
  )
}

interface ToolsProps {
  track: Track | null
  replaying: boolean
  onReplay: () => void
}

function Tools({ track, replaying, onReplay }: ToolsProps) {
  const { t } = useTranslation()
  const { map } = useStage()
  const shown = useRef(false)
  const showTrip = (durationMs: number) => {
    const bounds = track && fleetBounds(track.points)
    if (bounds) fitBounds(map, bounds, { maxZoom: CLOSEST_ZOOM, durationMs })
    return Boolean(bounds)
  }
  // Brought into view once, when the path arrives; from then on the view is the reader's.
  useEffect(() => {
    if (!shown.current) shown.current = showTrip(0)
  })
  return (
    <MapTools>
      <ZoomTools />
      <ToolGroup>
        <Tool
          label={t('trip.zoomTo')}
          icon={IconFocusCentered}
          onClick={() => showTrip(800)}
          disabled={!track || track.points.length === 0}
        />
        <Tool label={t('replay.title')} icon={IconCube3dSphere} onClick={onReplay} pressed={replaying} />
      </ToolGroup>
    </MapTools>
  )
}

interface ReplayProps {
  trip: Trip
  track: Track | null
  cursor: LinkedCursor
  onClose: () => void
}

function Replay({ trip, track, cursor, onClose }: ReplayProps) {
  const { kind, specs } = useShare()
  const sensors = useQuery(tripSensorsQuery(trip.id))
  if (sensors.isPending) return null
  return (
    <Suspense>
      <ReplayWindow
        {...{ trip, track, cursor, onClose }}
        boat={boatShapeOf({ kind, specs })}
        sensors={(sensors.data ?? []).map(({ bq_sensor_id }) => bq_sensor_id)}
      />
    </Suspense>
  )
}

import { IconCube3dSphere, IconFocusCentered } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { tripSensorsQuery } from '../../../api/sensors.ts'
import { lazyPart } from '../../../loading/parts.ts'
import { ChartMap } from '../../../map/ChartMap.tsx'
import type { TrackMeasure } from '../../../map/colourRamp.ts'
import { MapTools, Tool, ToolGroup, ZoomTools } from '../../../map/MapTools.tsx'
import { createTrack, type Track } from '../../../map/track.ts'
import { useTrackView } from '../../../map/useTrackView.ts'
import { createLinkedCursor, type LinkedCursor } from '../../../plots/linkedCursor.ts'
import { boatShapeOf } from '../../../replay/boatShapeOf.ts'
import { createPlayer, type Player } from '../../../replay/player.ts'
import { restWith } from '../../../replay/shownTime.ts'
import { tripInterval } from '../../../replay/tripInterval.ts'
import { PathKey } from '../../../trips/path/PathKey.tsx'
import { TripPath } from '../../../trips/path/TripPath.tsx'
import { mapPathQuery } from '../../../trips/tripRequests.ts'
import { useTrip } from '../openTrip.ts'
import { useShare } from './openShare.ts'
import classes from './SharedPage.module.css'

/** Loads three.js when the visitor opens the replay. */
const ReplayWindow = lazyPart(() =>
  import('../../../replay/ReplayWindow.tsx').then((loaded) => loaded.ReplayWindow),
)

/** Path of the trip, with the replay of the boat's motion. */
export function SharedMap() {
  const { t } = useTranslation()
  const trip = useTrip()
  const [cursor] = useState(createLinkedCursor)
  const [player] = useState(() => createPlayer(tripInterval(trip)))
  useEffect(() => restWith(player, cursor), [player, cursor])
  const [measure, setMeasure] = useState<TrackMeasure>('impact')
  const [replaying, setReplaying] = useState(false)
  const path = useQuery(mapPathQuery(trip))
  const track = useMemo(() => (path.data ? createTrack(path.data) : null), [path.data])
  const [first] = path.data ?? []
  return (
    <>
      <div className={classes.map}>
        <ChartMap
          view={{ latitudeDeg: first?.latitudeDeg ?? 30, longitudeDeg: first?.longitudeDeg ?? -20, zoom: 8 }}
          label={t('map.trip')}
        >
          <TripPath {...{ trip, track, measure, cursor }} failed={path.isError} />
          <Tools track={track} replaying={replaying} onReplay={() => setReplaying(!replaying)} />
          {replaying && <Replay {...{ trip, track, player, cursor }} onClose={() => setReplaying(false)} />}
        </ChartMap>
      </div>
      <div className={classes.legend}>
        <PathKey {...{ trip, track, measure }} onMeasure={setMeasure} />
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
  const showTrip = useTrackView(track)
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
  player: Player
  cursor: LinkedCursor
  onClose: () => void
}

function Replay({ trip, ...props }: ReplayProps) {
  const [sensor, setSensor] = useState<number>()
  const { kind, specs } = useShare()
  const sensors = useQuery(tripSensorsQuery(trip.id))
  if (sensors.isPending) return null
  return (
    <Suspense>
      <ReplayWindow
        {...{ trip, sensor, ...props }}
        onSensor={setSensor}
        boat={boatShapeOf({ kind, specs })}
        sensors={(sensors.data ?? []).map(({ bq_sensor_id }) => bq_sensor_id)}
      />
    </Suspense>
  )
}

import { useLocalStorage } from '@mantine/hooks'
import { IconCube3dSphere } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { VESSEL_KINDS } from '#contract/wire/vessel.ts'
import { modelsQuery } from '../api/models.ts'
import type { Track } from '../map/track.ts'
import type { LinkedCursor } from '../plots/linkedCursor.ts'
import { FloatingWindow } from '../ui/FloatingWindow.tsx'
import { type Axes, DEFAULT_AXES } from './attitude.ts'
import { BoatOnMap } from './BoatOnMap.tsx'
import { CameraViews } from './CameraViews.tsx'
import type { BoatShape } from './loftHull.ts'
import { isKnownAt, isMoving, windowAt } from './movement.ts'
import { createPlayer, type Player } from './player.ts'
import { ReplayControls } from './ReplayControls.tsx'
import { ReplayReadouts } from './ReplayReadouts.tsx'
import { ReplaySettings } from './ReplaySettings.tsx'
import { ReplayStage } from './ReplayStage.tsx'
import classes from './ReplayWindow.module.css'
import { SensorChoice } from './SensorChoice.tsx'
import type { CameraView } from './scene.ts'
import { useModel } from './useModel.ts'
import { useMovement } from './useMovement.ts'

interface Props {
  trip: Trip
  boat: BoatShape
  /** Numbers of the sensors that have data in the trip. */
  sensors: readonly number[]
  /** Track of the trip, for the boat on the map. */
  track: Track | null
  cursor: LinkedCursor
  onClose: () => void
}

/** Replay of the boat's motion from her motion sensor; plots and path follow the time of the replay. */
export function ReplayWindow({ trip, boat, sensors, track, cursor, onClose }: Props) {
  const { t } = useTranslation()
  const fromMs = Date.parse(trip.start_time)
  const toMs = Date.parse(trip.end_time ?? trip.stats.time_of_last_data_point)
  const [player] = useState(() => createPlayer({ fromMs, toMs }))
  const [chosen, setSensor] = useState<number | null>(null)
  const sensor = chosen ?? sensors[0] ?? null
  const [view, setView] = useState<CameraView>('orbit')
  const [axes, setAxes] = useLocalStorage<Axes>({
    key: 'replay-axes',
    defaultValue: DEFAULT_AXES,
    getInitialValueInEffect: false,
  })
  const [showAxes, setShowAxes] = useState(false)
  const [chosenLook, setLook] = useState<string | null>(null)
  const { data: models } = useQuery(modelsQuery(trip.vessel_id))
  const look = chosenLook ?? models?.[0]?.url ?? boat.kind
  const kind = VESSEL_KINDS.find((one) => one === look) ?? null
  const modelUrl = kind === null ? look : null
  const model = useModel(modelUrl, boat.lengthM)
  const windowMs = useSyncExternalStore(player.subscribe, () =>
    windowAt({ fromMs, toMs }, player.get().timeMs),
  )
  const data = useMovement({ tripId: trip.id, fromMs, toMs }, sensor ?? 1, windowMs)
  const moving = useMemo(() => data.movement !== null && isMoving(data.movement), [data.movement])
  useLinkedCursor(player, cursor)
  const isHole = useSyncExternalStore(
    player.subscribe,
    () => moving && !data.pending && data.movement !== null && !isKnownAt(data.movement, player.get().timeMs),
  )

  const message =
    sensor === null
      ? t('replay.noSensors')
      : data.movementFailed
        ? t('replay.failed')
        : data.movement && !moving
          ? t('replay.none')
          : isHole
            ? t('replay.hole')
            : model.message && t(model.message)
  const shape = kind ? { ...boat, kind } : boat
  const movement = moving ? data.movement : null
  return (
    <>
      {track && (
        <BoatOnMap
          boat={shape}
          modelUrl={modelUrl}
          track={track}
          player={player}
          movement={movement}
          readouts={data.readouts}
          ready={!data.pending}
          axes={axes}
        />
      )}
      <FloatingWindow
        title={t('replay.title')}
        icon={IconCube3dSphere}
        widthPx={550}
        heightPx={450}
        from={{ rightPx: 64, topPx: 12 }}
        mayFill
        onClose={onClose}
        tools={
          <>
            {sensor !== null && <SensorChoice sensors={sensors} sensor={sensor} onSensor={setSensor} />}
            <ReplaySettings
              axes={axes}
              onAxes={setAxes}
              showAxes={showAxes}
              onShowAxes={setShowAxes}
              vessel={trip.vessel}
              look={look}
              onLook={setLook}
            />
          </>
        }
      >
        <div className={classes.window}>
          <div className={classes.stage}>
            <ReplayStage
              boat={shape}
              model={model.object}
              player={player}
              movement={movement}
              readouts={data.readouts}
              ready={!data.pending}
              axes={axes}
              showAxes={showAxes}
              view={view}
              onTouch={() => setView('orbit')}
            />
            <ReplayReadouts
              player={player}
              movement={data.movement}
              sensor={sensor}
              readouts={data.readouts}
              limitG={trip.vessel.system_settings.impact_limit}
            />
            <div className={classes.foot}>
              {message && (
                <p className={classes.message} role="status">
                  {message}
                </p>
              )}
              <CameraViews view={view} onView={setView} />
            </div>
          </div>
          <ReplayControls player={player} fromMs={fromMs} toMs={toMs} />
        </div>
      </FloatingWindow>
    </>
  )
}

const REPLAY = 'replay'

/**
 * Links the replay with the cursor. The cursor follows the replay while it plays, and while nothing else sets the
 * cursor. While the replay is paused, it shows a moment set elsewhere.
 */
function useLinkedCursor(player: Player, cursor: LinkedCursor) {
  useEffect(() => {
    const lead = () => cursor.set(player.get().timeMs, REPLAY)
    const meant = cursor.timeMs()
    if (meant === null) lead()
    else player.seek(meant)
    const leavePlayer = player.subscribe(lead)
    const leaveCursor = cursor.subscribe((timeMs, by) => {
      if (timeMs === null) lead()
      else if (by !== REPLAY && !player.get().playing) player.seek(timeMs)
    })
    return () => {
      leavePlayer()
      leaveCursor()
      cursor.set(null, REPLAY)
    }
  }, [player, cursor])
}

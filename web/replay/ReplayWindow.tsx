import { useLocalStorage } from '@mantine/hooks'
import { IconCube3dSphere } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
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
import type { Player } from './player.ts'
import { ReplayControls } from './ReplayControls.tsx'
import { ReplayReadouts } from './ReplayReadouts.tsx'
import { ReplaySettings } from './ReplaySettings.tsx'
import { ReplayStage } from './ReplayStage.tsx'
import classes from './ReplayWindow.module.css'
import { SensorChoice } from './SensorChoice.tsx'
import type { CameraView } from './scene.ts'
import { shownTime } from './shownTime.ts'
import { tripInterval } from './tripInterval.ts'
import { useModel } from './useModel.ts'
import { useMovement } from './useMovement.ts'
import { usePlayback } from './usePlayback.ts'

interface Props {
  trip: Trip
  boat: BoatShape
  /** Numbers of the sensors that have data in the trip. */
  sensors: readonly number[]
  /** Track of the trip, for the boat on the map. */
  track: Track | null
  player: Player
  cursor: LinkedCursor
  /** Chosen sensor; undefined or one without data means the first. */
  sensor: number | undefined
  onSensor: (sensor: number) => void
  onClose: () => void
}

/**
 * Replay of the boat's motion from one of her motion sensors. It shows the time at the pointer, or else that of the
 * player, with which plots and path move along.
 */
export function ReplayWindow({
  trip,
  boat,
  sensors,
  track,
  player,
  cursor,
  onSensor,
  onClose,
  ...props
}: Props) {
  const { t } = useTranslation()
  const { fromMs, toMs } = tripInterval(trip)
  const shown = useMemo(() => shownTime(player, cursor), [player, cursor])
  const sensor = sensors.find((one) => one === props.sensor) ?? sensors[0] ?? null
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
  const windowMs = useSyncExternalStore(shown.subscribe, () => windowAt({ fromMs, toMs }, shown.timeMs()))
  const data = useMovement({ tripId: trip.id, fromMs, toMs }, sensor ?? 1, windowMs)
  const moving = useMemo(() => data.movement !== null && isMoving(data.movement), [data.movement])
  const { pending } = data
  usePlayback(
    player,
    useCallback(() => !pending, [pending]),
  )
  useEffect(() => cursor.rest(player.get().timeMs), [player, cursor])
  const isHole = useSyncExternalStore(
    shown.subscribe,
    () => moving && !pending && data.movement !== null && !isKnownAt(data.movement, shown.timeMs()),
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
          shown={shown}
          movement={movement}
          readouts={data.readouts}
          ready={!pending}
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
            {sensor !== null && <SensorChoice sensors={sensors} sensor={sensor} onSensor={onSensor} />}
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
              shown={shown}
              movement={movement}
              readouts={data.readouts}
              ready={!pending}
              axes={axes}
              showAxes={showAxes}
              view={view}
              onTouch={() => setView('orbit')}
            />
            <ReplayReadouts
              shown={shown}
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

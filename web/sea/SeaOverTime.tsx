import { Slider } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { SeaGrid } from '#contract/wire/seaForecast.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { serverClock } from '../live/serverClock.ts'
import { ColourScale } from '../map/ColourScale.tsx'
import type { Ramp } from '../map/colourRamp.ts'
import { useMapLook } from '../map/mapLook.ts'
import { positionOf } from '../map/mapPosition.ts'
import { mapColours } from '../map/palette.ts'
import { useOverlay, useStage } from '../map/stageContext.ts'
import { niceStep } from '../plots/paneScale.ts'
import type { SeaKind } from '../preferences/preferences.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { usePhone } from '../ui/usePhone.ts'
import classes from './Sea.module.css'
import { layerRamp, seaRamp } from './seaColours.ts'
import { SEA_KINDS_SHOWN, type SeaValues, seaHere, stepAt, stepMs } from './seaField.ts'
import { seaFloor } from './seaFloor.ts'
import { createSeaLayer, SEA_LAYER } from './seaLayer.ts'

interface Props {
  grid: SeaGrid
  values: SeaValues
  kind: SeaKind
}

/** Steps that playing shows in a second: six hours of the forecast. */
const STEPS_PER_S = 2

/** The layer on the map with its colours, its time and its values under the pointer. */
export function SeaOverTime({ grid, values, kind }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { map } = useStage()
  const look = useMapLook()
  const ramp = useMemo(() => seaRamp(look), [look])
  const phone = usePhone()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)') ?? false
  const [step, setStep] = useState(() => stepAt(grid, serverClock.nowMs()))
  const [playing, setPlaying] = useState(false)
  /** Step that is drawn; between two steps while it plays. */
  const drawn = useRef(step)

  useOverlay(
    (map) => {
      const { ink, halo } = mapColours(look).map
      const floor = seaFloor(map)
      const colours = { ramp: layerRamp(look, floor), ink, halo }
      const layer = createSeaLayer({ grid, values, kind, ...colours, step: () => drawn.current })
      map.addLayer(layer, floor)
      const onZoom = () => map.moveLayer(SEA_LAYER, seaFloor(map))
      map.on('zoomend', onZoom)
      return () => {
        map.off('zoomend', onZoom)
        map.removeLayer(SEA_LAYER)
      }
    },
    [grid, values, kind, look],
  )

  useEffect(() => {
    if (!playing) return
    let lastMs = performance.now()
    let at = drawn.current
    let frame = 0
    const play = (nowMs: number) => {
      at += ((nowMs - lastMs) / 1000) * STEPS_PER_S
      lastMs = nowMs
      // Starts again after the last step.
      if (at > grid.steps - 1) at = 0
      const whole = Math.floor(at)
      setStep(whole)
      const next = still ? whole : at
      if (next !== drawn.current) map.triggerRepaint()
      drawn.current = next
      frame = requestAnimationFrame(play)
    }
    frame = requestAnimationFrame(play)
    return () => cancelAnimationFrame(frame)
  }, [playing, grid, map, still])

  const show = (next: number) => {
    drawn.current = next
    setStep(next)
    map.triggerRepaint()
  }
  const togglePlaying = () => {
    if (playing) show(step)
    setPlaying(!playing)
  }
  const time = formats.dateTime(stepMs(grid, step))
  const words = { wind: 'from', waves: 'from', current: 'to' } as const
  return (
    <>
      <Scale kind={kind} ramp={ramp} />
      <div className={classes.time}>
        <IconButton
          icon={playing ? IconPlayerPause : IconPlayerPlay}
          label={t(playing ? 'replay.pause' : 'replay.play')}
          size={phone ? 44 : 28}
          onClick={togglePlaying}
        />
        <strong>{time}</strong>
        <button type="button" className={classes.now} onClick={() => show(stepAt(grid, serverClock.nowMs()))}>
          {t('sea.now')}
        </button>
      </div>
      <Slider
        className={classes.slider ?? ''}
        thumbLabel={t('sea.moment')}
        thumbProps={{ 'aria-valuetext': time } as object}
        label={null}
        size={4}
        min={0}
        max={grid.steps - 1}
        step={1}
        value={step}
        onChange={(next) => {
          setPlaying(false)
          show(next)
        }}
      />
      <Here grid={grid} values={values} kind={kind} step={step} way={words[kind]} />
    </>
  )
}

/** Colours with their values, in the reader's unit. */
function Scale({ kind, ramp }: { kind: SeaKind; ramp: Ramp }) {
  const formats = useFormats()
  const { unit, most } = SEA_KINDS_SHOWN[kind]
  const top = toShown(formats.shown(unit), most)
  const apart = niceStep(top / 5)
  const marks = Array.from({ length: Math.floor(top / apart + 1e-9) + 1 }, (_, i) => i * apart)
  const decimals = Number.isInteger(apart) ? 0 : 1
  const wordsOf = (mark: number) => {
    const number = formats.number(mark, mark === 0 ? 0 : decimals)
    return mark === marks.at(-1) ? `≥ ${number} ${formats.unit(unit)}` : number
  }
  return (
    <ColourScale ramp={ramp} marks={marks.map((mark) => ({ share: mark / top, words: wordsOf(mark) }))} />
  )
}

/** Values of the grid's nearest point under the pointer, or where the map was last touched. */
function Here({ grid, values, kind, step, way }: Props & { step: number; way: 'from' | 'to' }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { map } = useStage()
  const phone = usePhone()
  const [at, setAt] = useState<Position | null>(null)
  useEffect(() => {
    let frame = 0
    const follow = ({ lngLat }: MapMouseEvent) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setAt(positionOf(lngLat)))
    }
    map.on('mousemove', follow)
    map.on('click', follow)
    return () => {
      cancelAnimationFrame(frame)
      map.off('mousemove', follow)
      map.off('click', follow)
    }
  }, [map])
  const here = at && seaHere(grid, values, kind, step, at)
  const { unit } = SEA_KINDS_SHOWN[kind]
  const parts = here && [
    formats.quantity(here.size, unit, 1),
    ...(here.periodS === null ? [] : [formats.quantity(here.periodS, 's', 0)]),
    ...(here.directionDeg === null ? [] : [t(`sea.${way}`, { course: formats.course(here.directionDeg) })]),
  ]
  return (
    <p className={classes.here}>
      <span>{t(phone ? 'sea.touched' : 'sea.here')}</span>
      <output>{at === null ? '–' : parts ? parts.join(' · ') : t('sea.outside')}</output>
    </p>
  )
}

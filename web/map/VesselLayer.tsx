import { useMediaQuery } from '@mantine/hooks'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapVessel } from '#contract/vessel.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { freshnessNow } from '../live/freshness.ts'
import { serverClock } from '../live/serverClock.ts'
import { onSecond } from '../live/useServerNow.ts'
import { vesselStates } from '../live/vesselStates.ts'
import { usePreference } from '../preferences/preferences.ts'
import classes from './ChartMap.module.css'
import { FLOORS } from './mapStyle.ts'
import { nearestVessel } from './nearestVessel.ts'
import { mapColours, markerColours } from './palette.ts'
import { repaintDelayMs } from './repaintDelay.ts'
import { useOverlay, useStage } from './stageContext.ts'
import { createVesselBuffer, SHAPE, shapeOf, type VesselBuffer } from './vesselBuffer.ts'
import { createVesselLabels } from './vesselLabels.ts'
import { createVesselLayer } from './vesselLayer.ts'
import { viewportOf } from './viewport.ts'

interface Props {
  selectedId: string | null
  onSelect?: (id: string | null) => void
  /** Which vessels to draw; all unless given. */
  shows?: (vessel: MapVessel) => boolean
}

/** How strongly a marker is drawn whose news is so old; one that is not there has a shape of its own. */
const STRENGTH = { fresh: 1, ageing: 0.75, old: 0.5 } as const

/** A finger is coarser than a mouse. */
const REACH_PX = { mouse: 16, touch: 28 }

/** The fleet, live: markers that glide between fixes, their names, and the one that is selected. */
export function VesselLayer({ selectedId, onSelect, shows = showAll }: Props) {
  const { map } = useStage()
  const { t } = useTranslation()
  const formats = useFormats()
  const layer = usePreference('map-layer')
  const style = usePreference('marker-style')
  const withLabels = usePreference('map-marker-labels')
  const still = useMediaQuery('(prefers-reduced-motion: reduce)') ?? false
  const canvas = useRef<HTMLCanvasElement>(null)
  const [vessels] = useState(createVesselBuffer)
  const selected = useEffectEvent(() => (selectedId === null ? -1 : vessels.indexOf(selectedId)))
  const select = useEffectEvent((id: string | null) => onSelect?.(id))

  useEffect(() => {
    const put = (changed: Iterable<MapVessel>, full: boolean) => {
      if (full) dropMissing(vessels)
      const now = performance.now()
      for (const vessel of changed) {
        if (shows(vessel)) vessels.put(vessel, now, !still)
        else vessels.remove(vessel.id)
      }
      map.triggerRepaint()
    }
    vessels.clear()
    put(vesselStates.values(), false)
    return vesselStates.subscribe(put)
  }, [map, vessels, shows, still])

  useEffect(() => {
    /** Markers fade as their news grows old; the label of an old one counts its age, so it is drawn every second. */
    const fade = () => {
      let someOld = false
      const changed = vessels.fade((vessel) => {
        const age = freshnessNow(vessel.last_updated)
        someOld ||= age === 'old' && vessel.status === 'sailing'
        return shapeOf(vessel.status) >= SHAPE.absent ? 1 : STRENGTH[age]
      })
      if (changed || someOld) map.triggerRepaint()
    }
    fade()
    return onSecond(fade)
  }, [map, vessels])

  useOverlay(() => {
    const colours = markerColours(layer, style)
    map.addLayer(
      createVesselLayer({ vessels, colours, selected: () => selected(), nowMs: () => performance.now() }),
      FLOORS.vessels,
    )
    return () => map.removeLayer('vessels')
  }, [vessels, layer, style])

  useEffect(() => {
    const { map: ink } = mapColours(layer)
    const labels = createVesselLabels({
      vessels,
      selectedId: () => selectedId,
      detailOf: (vessel) => {
        if (vessel.status === 'sailing') {
          const isOld = freshnessNow(vessel.last_updated) === 'old'
          return isOld
            ? formats.ago(vessel.last_updated, serverClock.nowMs())
            : formats.quantity(vessel.sog, 'kn')
        }
        return vessel.status === 'online' ? '' : t(`map.word.${vessel.status}`)
      },
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      const now = performance.now()
      const view = viewportOf(map)
      if (canvas.current) {
        if (withLabels)
          labels.draw(canvas.current, view, { name: ink.ink, detail: ink.ink2, halo: ink.halo }, now)
        else labels.clear(canvas.current, view)
      }
      const delayMs = now < vessels.glidesUntilMs() ? repaintDelayMs(view) : null
      clearTimeout(timer)
      if (delayMs !== null) timer = setTimeout(() => map.triggerRepaint(), delayMs)
    }
    const afresh = () => labels.replace()
    map.on('render', draw)
    map.on('moveend', afresh)
    map.triggerRepaint()
    return () => {
      clearTimeout(timer)
      map.off('render', draw)
      map.off('moveend', afresh)
    }
  }, [map, vessels, layer, withLabels, selectedId, formats, t])

  useEffect(() => {
    const vesselAt = ({ point, originalEvent }: MapMouseEvent) => {
      const touch = originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch'
      const reach = touch ? REACH_PX.touch : REACH_PX.mouse
      const index = nearestVessel(vessels, viewportOf(map), point, reach, performance.now())
      return index < 0 ? null : vessels.at(index)
    }
    const onClick = (event: MapMouseEvent) => {
      const vessel = vesselAt(event)
      // What lies under a vessel is not meant.
      if (vessel) event.preventDefault()
      select(vessel?.id ?? null)
    }
    const onMove = (event: MapMouseEvent) => {
      map.getCanvas().style.cursor = vesselAt(event) ? 'pointer' : ''
    }
    map.on('click', onClick)
    map.on('mousemove', onMove)
    return () => {
      map.off('click', onClick)
      map.off('mousemove', onMove)
    }
  }, [map, vessels])

  return <canvas ref={canvas} className={classes.overlay} />
}

const showAll = () => true

function dropMissing(vessels: VesselBuffer) {
  for (let index = vessels.count() - 1; index >= 0; index--) {
    const { id } = vessels.at(index)
    if (!vesselStates.get(id)) vessels.remove(id)
  }
}

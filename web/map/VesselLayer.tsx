import { useMediaQuery } from '@mantine/hooks'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapVessel, measuredMs } from '#contract/wire/vessel.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { onSecond } from '../live/useServerNow.ts'
import { usePreference } from '../preferences/preferences.ts'
import classes from './ChartMap.module.css'
import { createVesselLayer } from './drawVessels.ts'
import { useMapLook } from './mapLook.ts'
import { FLOORS } from './mapStyle.ts'
import { nearestVessel } from './nearestVessel.ts'
import { mapColours, markerColours } from './palette.ts'
import { repaintDelayMs } from './repaintDelay.ts'
import { type ShownFleet, useShownFleet } from './shownFleet.ts'
import { useOverlay, useStage } from './stageContext.ts'
import { createVesselBuffer, SHAPE, shapeOf, type VesselBuffer } from './vesselBuffer.ts'
import { createVesselClearance } from './vesselClearance.ts'
import { createVesselGroups, vesselsTogether } from './vesselGroups.ts'
import { createVesselLabels } from './vesselLabels.ts'
import { viewportOf } from './viewport.ts'

export interface VesselsAtOnePlace {
  ids: readonly string[]
  x: number
  y: number
}

interface Props {
  selectedId: string | null
  onSelect?: (id: string | null) => void
  /** Called instead when a click hits several vessels, which lie at this place of the Mercator square. */
  onSeveral?: (several: VesselsAtOnePlace) => void
  /** Filter of the vessels to draw; without it, all vessels are drawn. */
  shows?: (vessel: MapVessel) => boolean
}

/** Opacity of a marker by the age of its data; offline vessels have a shape of their own. */
const STRENGTH = { fresh: 1, ageing: 0.75, old: 0.5 } as const

const SETTLE_MS = 100

/** Reach of a click, CSS pixels: a finger is less exact than a mouse. */
const REACH_PX = { mouse: 16, touch: 28 }

/** Fleet on the map: markers that glide between fixes, their names, and the selected vessel. */
export function VesselLayer({ selectedId, onSelect, onSeveral, shows = showAll }: Props) {
  const { map } = useStage()
  const fleet = useShownFleet()
  const { t } = useTranslation()
  const formats = useFormats()
  const look = useMapLook()
  const style = usePreference('marker-style')
  const withLabels = usePreference('map-marker-labels')
  const still = useMediaQuery('(prefers-reduced-motion: reduce)') ?? false
  const canvas = useRef<HTMLCanvasElement>(null)
  const [vessels] = useState(createVesselBuffer)
  const [groups] = useState(() => createVesselGroups(vessels))
  const [clearance] = useState(() => createVesselClearance(map, vessels, groups))
  const selected = useEffectEvent(() => (selectedId === null ? -1 : vessels.indexOf(selectedId)))
  const select = useEffectEvent((id: string | null) => onSelect?.(id))
  const ask = useEffectEvent((several: VesselsAtOnePlace) => onSeveral?.(several))

  useEffect(() => {
    const put = (changed: Iterable<MapVessel>, full: boolean) => {
      if (full) dropMissing(vessels, fleet)
      const now = performance.now()
      for (const vessel of changed) {
        if (shows(vessel)) vessels.put(vessel, now, !still && !fleet.isPast)
        else vessels.remove(vessel.id)
      }
      map.triggerRepaint()
    }
    vessels.clear()
    put(fleet.values(), false)
    return fleet.subscribe(put)
  }, [map, vessels, shows, still, fleet])

  useEffect(() => {
    /** Fades markers as their data ages; a label with an age is drawn again every second. */
    const fade = () => {
      let someOld = false
      const changed = vessels.fade((vessel) => {
        const age = fleet.freshness(measuredMs(vessel, 'position'))
        someOld ||= vessel.status === 'sailing' && fleet.freshness(measuredMs(vessel, 'sog')) === 'old'
        return shapeOf(vessel.status) >= SHAPE.absent ? 1 : STRENGTH[age]
      })
      if (changed || someOld) map.triggerRepaint()
    }
    fade()
    return onSecond(fade)
  }, [map, vessels, fleet])

  useOverlay(() => {
    const colours = markerColours(look, style)
    map.addLayer(
      createVesselLayer({
        vessels,
        groups,
        colours,
        selected: () => selected(),
        nowMs: () => performance.now(),
      }),
      FLOORS.vessels,
    )
    return () => map.removeLayer('vessels')
  }, [vessels, groups, look, style])

  useOverlay(() => {
    clearance.add()
    return () => clearance.remove()
  }, [clearance])

  useEffect(() => {
    const { map: ink } = mapColours(look)
    const sogOf = ({ sog, sog_derived }: MapVessel) => {
      const words = formats.quantity(sog, 'kn')
      return sog_derived ? t('chart.derived', { name: words }) : words
    }
    const wordOf = (status: 'offline' | 'unavailable' | 'unpaired') =>
      t(fleet.isPast ? 'fleetReplay.notReporting' : `map.word.${status}`)
    const labels = createVesselLabels({
      vessels,
      groups,
      selectedId: () => selectedId,
      detailOf: (vessel) => {
        if (vessel.status === 'sailing') {
          const sogMs = measuredMs(vessel, 'sog')
          return fleet.freshness(sogMs) === 'old' ? formats.ago(sogMs, fleet.nowMs()) : sogOf(vessel)
        }
        return vessel.status === 'online' ? '' : wordOf(vessel.status)
      },
      groupDetailOf: (leader) => {
        const worst = groups.worstStatusOf(leader)
        if (worst === 'sailing' || worst === 'online') return ''
        const count = groups.worstCountOf(leader)
        const isAll = count === groups.sizeOf(leader)
        return isAll ? wordOf(worst) : t('map.someOf', { count, state: wordOf(worst) })
      },
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      const now = performance.now()
      const view = viewportOf(map)
      if (canvas.current) {
        const colours = { name: ink.ink, detail: ink.ink2, halo: ink.halo, ground: ink.sea }
        labels.draw(canvas.current, view, colours, now, withLabels)
        clearance.update(view, labels.labelOf, now)
      }
      const delayMs = now < vessels.glidesUntilMs() ? repaintDelayMs(view) : null
      clearTimeout(timer)
      if (delayMs !== null) timer = setTimeout(() => map.triggerRepaint(), delayMs)
    }
    let settling: ReturnType<typeof setTimeout> | undefined
    /** A map moved in steps, for example by keys, ends its move with each step: names are placed once the map rests. */
    const afresh = () => {
      clearTimeout(settling)
      settling = setTimeout(() => {
        labels.replace()
        clearance.replace()
        map.triggerRepaint()
      }, SETTLE_MS)
    }
    map.on('render', draw)
    map.on('moveend', afresh)
    map.triggerRepaint()
    return () => {
      clearTimeout(timer)
      clearTimeout(settling)
      map.off('render', draw)
      map.off('moveend', afresh)
    }
  }, [map, vessels, groups, clearance, look, withLabels, selectedId, formats, t, fleet])

  useEffect(() => {
    const vesselAt = ({ point, originalEvent }: MapMouseEvent) => {
      const touch = originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch'
      const reach = touch ? REACH_PX.touch : REACH_PX.mouse
      return nearestVessel(vessels, viewportOf(map), point, reach, performance.now())
    }
    const onClick = (event: MapMouseEvent) => {
      if (event.defaultPrevented) return
      const index = vesselAt(event)
      if (index < 0) return select(null)
      // Keeps the click from layers below the vessel.
      event.preventDefault()
      const now = performance.now()
      const ids = vesselsTogether(vessels, groups, viewportOf(map), index, now)
      if (ids.length === 1) return select(vessels.at(index).id)
      const mark = groups.leaderOf(index)
      ask({ ids, x: vessels.xAt(mark, now), y: vessels.yAt(mark, now) })
    }
    const onMove = (event: MapMouseEvent) => {
      map.getCanvas().style.cursor = vesselAt(event) < 0 ? '' : 'pointer'
    }
    map.on('click', onClick)
    map.on('mousemove', onMove)
    return () => {
      map.off('click', onClick)
      map.off('mousemove', onMove)
    }
  }, [map, vessels, groups])

  return <canvas ref={canvas} className={classes.overlay} />
}

const showAll = () => true

function dropMissing(vessels: VesselBuffer, fleet: ShownFleet) {
  for (let index = vessels.count() - 1; index >= 0; index--) {
    const { id } = vessels.at(index)
    if (!fleet.get(id)) vessels.remove(id)
  }
}

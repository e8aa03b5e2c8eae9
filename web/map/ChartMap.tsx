import * as maplibregl from 'maplibre-gl'
import type { BasemapIndex } from '#contract/wire/basemap.ts'
import type { Chart } from '#contract/wire/chart.ts'
import { fromAnywhere } from '../base.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/i18n.ts'
import { useKeysHere } from '../keys/keysHere.ts'
import { usePreference } from '../preferences/preferences.ts'
import { session } from '../session/session.ts'
import { widenApproximateCoast } from './approximateCoast.ts'
import classes from './ChartMap.module.css'
import { Credits } from './Credits.tsx'
import { Graticule } from './Graticule.tsx'
import { addLandPicture } from './landPicture.ts'
import { MapNote } from './MapNote.tsx'
import { loadLabelFont, prepareMapLibrary, redrawLabels } from './mapLibrary.ts'
import { FixedLook, isNight, useMapLook } from './mapLook.ts'
import { isNear, type MapMemory } from './mapMemory.ts'
import { createMapStage, type MapStage } from './mapStage.ts'
import { DIM_LAYER, mapStyle } from './mapStyle.ts'
import type { MapView } from './mapView.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { nightFilter } from './nightFilter.ts'
import { mapColours } from './palette.ts'
import { RememberedMap } from './RememberedMap.tsx'
import { rememberMap } from './rememberMap.ts'
import { ScaleBar } from './ScaleBar.tsx'
import { useShownCharts } from './seaCharts/useShownCharts.ts'
import { StageContext, useStage } from './stageContext.ts'
import { useBasemap } from './useBasemap.ts'
import { useGroundTiles } from './useGroundTiles.ts'

interface Props {
  /** Initial view; later moves are the user's. */
  view: MapView
  label: string
  /** Memory of a map that users open repeatedly. */
  memory?: MapMemory
  children?: ReactNode
}

export const MIN_ZOOM = 1
/** Time after which the fleet is drawn without the base map, ms. */
const BASE_WAIT_MS = 400

/** Nautical chart: base map, graticule, scale and credits. The children draw over it. */
export function ChartMap({ view, label, memory, children }: Props) {
  const { t } = useTranslation()
  const holder = useRef<HTMLDivElement>(null)
  const begin = useRef(view)
  const [stage, setStage] = useState<MapStage | null>(null)
  const [cannotDraw, setCannotDraw] = useState(false)
  const { basemap, isAsked } = useBasemap()
  const look = useMapLook()
  const withSeamarks = usePreference('seamarks')
  const charts = useShownCharts()
  const drawn = [
    look,
    usePreference('map-brightness'),
    withSeamarks,
    usePreference('charts'),
    currentLanguage(),
  ].join()
  const drawnNow = useRef(drawn)
  drawnNow.current = drawn
  const [seen] = useState(() => {
    const last = memory?.recall()
    return last && last.look === drawn && isNear(last.view, view) ? last : null
  })
  useKeysHere('map', stage !== null)

  useEffect(() => {
    void loadLabelFont()
    let next: MapStage | null = null
    let stopRedrawing = () => {}
    const make = () => {
      if (!holder.current) return
      prepareMapLibrary()
      try {
        next = createMapStage(createMap(holder.current, begin.current, label))
        next.add(addLandPicture)
        next.add(widenApproximateCoast)
        stopRedrawing = redrawLabels(next.map)
        if (memory) next.add(rememberMap((seen) => memory.remember({ ...seen, look: drawnNow.current })))
        setStage(next)
      } catch {
        setCannotDraw(true)
      }
    }
    // Creating a map takes long, so the rest of the screen sends its requests and paints first.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(make)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      setStage(null)
      stopRedrawing()
      next?.close()
    }
  }, [label, memory])

  useEffect(() => {
    if (!stage) return
    let current = true
    const language = currentLanguage()
    const style = mapStyle({ basemap, look, language, withSeamarks, charts, origin: location.origin })
    const show = () => current && stage.setStyle(style)
    // Waits for the base map, because a style without it would be replaced at once. On the fleet map boats wait no longer
    // than a moment.
    const timer = isAsked && memory ? setTimeout(show, BASE_WAIT_MS) : undefined
    if (!isAsked) void loadLabelFont().then(show)
    return () => {
      clearTimeout(timer)
      current = false
    }
  }, [stage, basemap, isAsked, look, withSeamarks, charts, memory])

  return (
    <section className={classes.frame} style={overlayVariables(look)}>
      <div ref={holder} className={classes.map} />
      {seen && !cannotDraw && (
        <RememberedMap seen={seen} begin={begin.current} stage={stage} isWhole={!isAsked} />
      )}
      {cannotDraw && <p className={classes.cannotDraw}>{t('map.cannotDraw')}</p>}
      {stage && (
        <StageContext value={stage}>
          <Graticule />
          <Brightness stage={stage} />
          {isNight(look) && <NightFilter stage={stage} />}
          {children}
          <ScaleBar />
          <Lacks basemap={basemap} isAsked={isAsked} charts={charts} />
        </StageContext>
      )}
      <Credits basemap={basemap} charts={charts} />
    </section>
  )
}

function createMap(container: HTMLElement, { latitudeDeg, longitudeDeg, zoom }: MapView, title: string) {
  const map = new maplibregl.Map({
    container,
    center: [longitudeDeg, latitudeDeg],
    zoom,
    minZoom: MIN_ZOOM,
    maxZoom: 18,
    attributionControl: false,
    // Keeps north up and the view flat, as on a chart: markers, labels and the graticule require it.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    // Enlarges the deepest tiles instead of cutting smaller ones, which would clip the wide line along a shore.
    zoomLevelsToOverscale: 24,
    locale: { 'Map.Title': title },
    transformRequest: withSession,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  return map
}

/** Tiles of an organization's charts require a session. */
const withSession = async (url: string) =>
  url.startsWith(fromAnywhere('/api/'))
    ? { url, headers: { authorization: `Bearer ${await session.token()}` } }
    : { url }

/** Dims only the base map, with a layer between the base map and the fleet. */
function Brightness({ stage }: { stage: MapStage }) {
  const preferred = usePreference('map-brightness')
  // Printed maps are never dimmed.
  const brightness = useContext(FixedLook) ? 1 : preferred
  useEffect(
    () =>
      stage.add((map) => {
        map.setPaintProperty(DIM_LAYER, 'background-opacity', Math.round((1 - brightness) * 100) / 100)
        return () => {}
      }),
    [stage, brightness],
  )
  return null
}

interface LacksProps {
  basemap: BasemapIndex | undefined
  isAsked: boolean
  charts: readonly Chart[]
}

/** Words and hatches for all that the base map lacks in this view. */
function Lacks({ basemap, isAsked, charts }: LacksProps) {
  const { map } = useStage()
  const { missing, lacksPicture } = useGroundTiles(map)
  return (
    <>
      <NotLoaded isUnknown={!basemap} isAsked={isAsked} tiles={missing} />
      <MapNote basemap={basemap} charts={charts} lacksTile={lacksPicture} />
    </>
  )
}

function NightFilter({ stage }: { stage: MapStage }) {
  useEffect(() => stage.add(nightFilter), [stage])
  return null
}

/** CSS variables that give HTML overlays the colours of the map layer. */
function overlayVariables(look: Parameters<typeof mapColours>[0]) {
  const { map } = mapColours(look)
  return { '--ink': map.ink, '--ink-2': map.ink2, '--sea': map.sea } as React.CSSProperties
}

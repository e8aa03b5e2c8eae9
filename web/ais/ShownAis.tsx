import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { type AisTarget, shipKindOf, TARGET_OLD_MS } from '#contract/wire/aisTarget.ts'
import { aisTargetsQuery, beaconsQuery } from '../api/aisTargets.ts'
import { useVessel } from '../live/vesselStates.ts'
import { MapPopup } from '../map/MapPopup.tsx'
import { useMapLook } from '../map/mapLook.ts'
import { FLOORS, FONTS } from '../map/mapStyle.ts'
import { mapColours } from '../map/palette.ts'
import { useOverlay, useStage } from '../map/stageContext.ts'
import { usePreference } from '../preferences/preferences.ts'
import { Ago } from '../ui/Ago.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Course, Quantity } from '../ui/Quantity.tsx'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import classes from './ShownAis.module.css'
import { beaconShape, targetShape } from './targetShape.ts'

const SOURCE = 'ais-targets'
const DOTS = 'ais-target-dots'
const BEACONS = 'ais-beacons'
const BEACON_ICON = 'ais-beacon'
/** Below this zoom thousands of ships are in view, and each ship is only a dot. */
const SHAPE_ZOOM = 7.5
const NAME_ZOOM = 10
const REACH_PX = 8

/** Layer of the ships and distress beacons that the fleet receives. */
export function ShownAis() {
  const { map } = useStage()
  const look = useMapLook()
  const showsShips = usePreference('ais-targets')
  const { data } = useQuery(showsShips ? aisTargetsQuery : beaconsQuery)
  const [chosen, setChosen] = useState<number | null>(null)
  const target = data?.data.find(({ mmsi }) => mmsi === chosen)
  const beacons = useMemo(() => data?.data.filter(({ beacon }) => beacon !== null) ?? [], [data])
  const shapes = useMemo(
    () =>
      toGeoJson(
        data?.data.filter(({ beacon }) => showsShips || beacon !== null) ?? [],
        data?.server_time ?? 0,
      ),
    [data, showsShips],
  )
  const current = useRef(shapes)
  current.current = shapes

  useOverlay(() => {
    const { map: ink, severity } = mapColours(look)
    for (const course of [true, false]) {
      const { image, ratio } = targetShape(ink.ink, ink.halo, course)
      map.addImage(iconOf(course), image, { pixelRatio: ratio })
    }
    const beacon = beaconShape(severity.critical, ink.halo)
    map.addImage(BEACON_ICON, beacon.image, { pixelRatio: beacon.ratio })
    map.addSource(SOURCE, { type: 'geojson', data: current.current })
    map.addLayer(
      {
        id: DOTS,
        type: 'circle',
        source: SOURCE,
        maxzoom: SHAPE_ZOOM,
        filter: ['==', ['get', 'beacon'], ''],
        paint: {
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 1.25, SHAPE_ZOOM, 2.25],
          'circle-color': ink.ink,
          'circle-opacity': ['get', 'strength'],
          'circle-stroke-color': ink.halo,
          'circle-stroke-width': 1,
          'circle-stroke-opacity': ['get', 'strength'],
        },
      },
      FLOORS.vessels,
    )
    map.addLayer(
      {
        id: SOURCE,
        type: 'symbol',
        source: SOURCE,
        minzoom: SHAPE_ZOOM,
        filter: ['==', ['get', 'beacon'], ''],
        layout: {
          'icon-image': ['case', ['get', 'course'], iconOf(true), iconOf(false)],
          'icon-size': ['interpolate', ['linear'], ['zoom'], SHAPE_ZOOM, 0.7, 9, 1],
          'icon-rotate': ['get', 'cog'],
          'icon-rotation-alignment': 'map',
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'text-field': ['step', ['zoom'], '', NAME_ZOOM, ['get', 'name']],
          'text-font': FONTS.semibold,
          'text-size': 10,
          'text-offset': [0, 1.1],
          'text-anchor': 'top',
          'text-optional': true,
        },
        paint: {
          'icon-opacity': ['get', 'strength'],
          'text-opacity': ['get', 'strength'],
          'text-color': ink.ink2,
          'text-halo-color': ink.halo,
          'text-halo-width': 1.2,
        },
      },
      FLOORS.vessels,
    )
    map.addLayer({
      id: BEACONS,
      type: 'symbol',
      source: SOURCE,
      filter: ['!=', ['get', 'beacon'], ''],
      layout: {
        'icon-image': BEACON_ICON,
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['get', 'label'],
        'text-font': FONTS.semibold,
        'text-size': 12,
        // Each name is one line on a free side. Where no side is free, the icon and the list remain.
        'text-max-width': 100,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 1.3,
        'text-justify': 'auto',
        'text-optional': true,
      },
      paint: { 'text-color': severity.critical, 'text-halo-color': ink.halo, 'text-halo-width': 2 },
    })
    return () => {
      map.removeLayer(BEACONS)
      map.removeImage(BEACON_ICON)
      map.removeLayer(DOTS)
      map.removeLayer(SOURCE)
      map.removeSource(SOURCE)
      for (const course of [true, false]) map.removeImage(iconOf(course))
    }
  }, [look])

  useEffect(() => {
    map.getSource<GeoJSONSource>(SOURCE)?.setData(shapes)
  }, [map, shapes])

  useEffect(() => {
    const choose = ({ point: { x, y }, defaultPrevented }: MapMouseEvent) => {
      if (defaultPrevented || !map.getLayer(SOURCE)) return
      const [found] = map.queryRenderedFeatures(
        [
          [x - REACH_PX, y - REACH_PX],
          [x + REACH_PX, y + REACH_PX],
        ],
        { layers: [BEACONS, DOTS, SOURCE] },
      )
      setChosen(found ? Number(found.properties.mmsi) : null)
    }
    map.on('click', choose)
    return () => {
      map.off('click', choose)
    }
  }, [map])

  const show = ({ mmsi, latitudeDeg, longitudeDeg }: AisTarget) => {
    setChosen(mmsi)
    map.easeTo({ center: [longitudeDeg, latitudeDeg], zoom: Math.max(map.getZoom(), NAME_ZOOM) })
  }
  return (
    <>
      {beacons.length > 0 && <BeaconList beacons={beacons} onChoose={show} />}
      {target && <TargetPopup target={target} onClose={() => setChosen(null)} />}
    </>
  )
}

/** List of the distress beacons that the fleet receives, above the map wherever the map shows. */
function BeaconList({
  beacons,
  onChoose,
}: {
  beacons: readonly AisTarget[]
  onChoose: (beacon: AisTarget) => void
}) {
  const { t } = useTranslation()
  return (
    <section className={classes.beacons} role="alert" aria-label={t('ais.distress')}>
      {beacons.map((target) => (
        <button key={target.mmsi} type="button" onClick={() => onChoose(target)}>
          <SeverityIcon severity="critical" size={18} />
          <span className={classes.words}>
            <strong>{target.beacon && t(`ais.beacons.${target.beacon}`)}</strong>
            <span>{target.name ?? target.mmsi}</span>
            <Ago ms={target.timestamp} />
          </span>
        </button>
      ))}
    </section>
  )
}

const iconOf = (course: boolean) => (course ? 'ais-under-way' : 'ais-still')

const toGeoJson = (targets: readonly AisTarget[], nowMs: number) => ({
  type: 'FeatureCollection' as const,
  features: targets.map(({ mmsi, name, beacon, latitudeDeg, longitudeDeg, cog, sog, timestamp }) => ({
    type: 'Feature' as const,
    properties: {
      ...{ mmsi, name: name ?? String(mmsi), cog: cog ?? 0, beacon: beacon ?? '' },
      label: beacon && beaconLabel(beacon.toUpperCase(), name ?? String(mmsi)),
      course: cog !== null && (sog ?? 0) > STILL_KN,
      strength: nowMs - timestamp > TARGET_OLD_MS ? 0.45 : 1,
    },
    geometry: { type: 'Point' as const, coordinates: [longitudeDeg, latitudeDeg] },
  })),
})

/** `SART · 970010203`. Some beacons report their kind within their name. */
const beaconLabel = (kind: string, name: string) =>
  name.toUpperCase().startsWith(kind) ? name : `${kind} · ${name}`

/** Below this speed a ship has no useful course, kn. */
const STILL_KN = 0.5

/** Popup of a ship: AIS data of the ship, the age of the data, and the vessel that received them. */
function TargetPopup({ target, onClose }: { target: AisTarget; onClose: () => void }) {
  const { t } = useTranslation()
  const { mmsi, name, ship_type, beacon, latitudeDeg, longitudeDeg, sog, cog, timestamp, vessel_id } = target
  const kind = shipKindOf(ship_type)
  const receivedBy = useVessel(vessel_id)
  const title = name ?? t('ais.unnamed', { mmsi })
  return (
    <MapPopup label={title} x={mercatorX(longitudeDeg)} y={mercatorY(latitudeDeg)} track={null}>
      <div className={classes.head}>
        <strong>{title}</strong>
        {beacon && <SeverityIcon severity="critical" size={18} />}
        <IconButton icon={IconX} label={t('common.close')} size={28} onClick={onClose} />
      </div>
      <dl className={classes.facts}>
        <dt>{t('ais.kind')}</dt>
        <dd data-distress={beacon !== null || undefined}>
          {beacon ? t(`ais.beacons.${beacon}`) : kind ? t(`ais.kinds.${kind}`) : '–'}
        </dd>
        <dt>MMSI</dt>
        <dd>{mmsi}</dd>
        <dt>{t('map.sog')}</dt>
        <dd>
          <Quantity value={sog} unit="kn" />
        </dd>
        <dt>{t('map.course')}</dt>
        <dd>
          <Course deg={cog} />
        </dd>
        <dt>{t('ais.received')}</dt>
        <dd>
          <Ago ms={timestamp} />
          {receivedBy && ` · ${receivedBy.name}`}
        </dd>
      </dl>
    </MapPopup>
  )
}

import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AisTarget, shipKindOf, TARGET_OLD_MS } from '#contract/aisTarget.ts'
import { mercatorX, mercatorY } from '#contract/mercator.ts'
import { aisTargetsQuery } from '../api/aisTargets.ts'
import { useVessel } from '../live/vesselStates.ts'
import { MapPopup } from '../map/MapPopup.tsx'
import { FLOORS, FONTS } from '../map/mapStyle.ts'
import { mapColours } from '../map/palette.ts'
import { useOverlay, useStage } from '../map/stageContext.ts'
import { usePreference } from '../preferences/preferences.ts'
import { Ago } from '../ui/Ago.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Course, Quantity } from '../ui/Quantity.tsx'
import classes from './AisLayer.module.css'
import { targetShape } from './targetShape.ts'

const SOURCE = 'ais-targets'
const DOTS = 'ais-target-dots'
/** Seen from further away there are thousands, and each is but a place. */
const SHAPE_ZOOM = 7.5
const NAME_ZOOM = 10
const REACH_PX = 8

/** Ships that receivers of the fleet hear; nothing is asked for before it is switched on. */
export function AisLayer() {
  return usePreference('ais-targets') ? <ShownTargets /> : null
}

function ShownTargets() {
  const { map } = useStage()
  const layer = usePreference('map-layer')
  const { data } = useQuery(aisTargetsQuery)
  const [chosen, setChosen] = useState<number | null>(null)
  const target = data?.data.find(({ mmsi }) => mmsi === chosen)
  const shapes = useMemo(() => toGeoJson(data?.data ?? [], data?.server_time ?? 0), [data])
  const current = useRef(shapes)
  current.current = shapes

  useOverlay(() => {
    const { map: ink } = mapColours(layer)
    for (const course of [true, false]) {
      const { image, ratio } = targetShape(ink.ink, ink.halo, course)
      map.addImage(iconOf(course), image, { pixelRatio: ratio })
    }
    map.addSource(SOURCE, { type: 'geojson', data: current.current })
    map.addLayer(
      {
        id: DOTS,
        type: 'circle',
        source: SOURCE,
        maxzoom: SHAPE_ZOOM,
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
    return () => {
      map.removeLayer(DOTS)
      map.removeLayer(SOURCE)
      map.removeSource(SOURCE)
      for (const course of [true, false]) map.removeImage(iconOf(course))
    }
  }, [layer])

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
        { layers: [DOTS, SOURCE] },
      )
      setChosen(found ? Number(found.properties.mmsi) : null)
    }
    map.on('click', choose)
    return () => {
      map.off('click', choose)
    }
  }, [map])

  return target ? <TargetPopup target={target} onClose={() => setChosen(null)} /> : null
}

const iconOf = (course: boolean) => (course ? 'ais-under-way' : 'ais-still')

const toGeoJson = (targets: readonly AisTarget[], nowMs: number) => ({
  type: 'FeatureCollection' as const,
  features: targets.map(({ mmsi, name, lat, lon, cog, sog, timestamp }) => ({
    type: 'Feature' as const,
    properties: {
      ...{ mmsi, name: name ?? String(mmsi), cog: cog ?? 0 },
      course: cog !== null && (sog ?? 0) > STILL_KN,
      strength: nowMs - timestamp > TARGET_OLD_MS ? 0.45 : 1,
    },
    geometry: { type: 'Point' as const, coordinates: [lon, lat] },
  })),
})

/** Slower ships have no course to speak of. */
const STILL_KN = 0.5

/** What a ship says of herself, how old that is, and who heard it. */
function TargetPopup({ target, onClose }: { target: AisTarget; onClose: () => void }) {
  const { t } = useTranslation()
  const { mmsi, name, ship_type, lat, lon, sog, cog, timestamp, vessel_id } = target
  const kind = shipKindOf(ship_type)
  const heardBy = useVessel(vessel_id)
  const title = name ?? t('ais.unnamed', { mmsi })
  return (
    <MapPopup label={title} x={mercatorX(lon)} y={mercatorY(lat)} track={null}>
      <div className={classes.head}>
        <strong>{title}</strong>
        <IconButton icon={IconX} label={t('common.close')} size={28} onClick={onClose} />
      </div>
      <dl className={classes.facts}>
        <dt>{t('ais.kind')}</dt>
        <dd>{kind ? t(`ais.kinds.${kind}`) : '–'}</dd>
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
        <dt>{t('ais.heard')}</dt>
        <dd>
          <Ago ms={timestamp} />
          {heardBy && ` · ${heardBy.name}`}
        </dd>
      </dl>
    </MapPopup>
  )
}

import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { ImpactEvent, NearbyVessel } from '#contract/wire/impact.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { BoatShape } from '../../../map/BoatShape.tsx'
import { MapMark } from '../../../map/MapMark.tsx'
import { useMapLook } from '../../../map/mapLook.ts'
import { mapColours, markerColours } from '../../../map/palette.ts'
import { usePreference } from '../../../preferences/preferences.ts'
import { impactLevel } from '../../../ui/impact.ts'
import classes from './EventMap.module.css'

interface ImpactProps {
  event: ImpactEvent
  place: NonNullable<ImpactEvent['vessel_location']>
  limitG: number
}

/** The boat at the impact, in a ring coloured by strength. */
export function ImpactMark({ event, place, limitG }: ImpactProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const look = useMapLook()
  const colours = mapColours(look)
  const { fill, edge } = markerColours(look, usePreference('marker-style'))
  const label = t('impacts.event.here', {
    peak: formats.quantity(event.peak_impact, 'g'),
    location: t(`impacts.location.${event.hull_location}`),
  })
  return (
    <MapMark x={mercatorX(place.longitudeDeg)} y={mercatorY(place.latitudeDeg)}>
      <svg className={classes.mark} viewBox="-24 -24 48 48" role="img" aria-label={label}>
        <circle r="18" fill="none" stroke={colours.map.trackCasing} strokeWidth="5" />
        <circle
          r="18"
          fill="none"
          stroke={colours.impact[impactLevel(event.peak_impact, limitG)]}
          strokeWidth="3"
        />
        <BoatShape courseDeg={place.course_over_ground} fill={fill} edge={edge} />
      </svg>
    </MapMark>
  )
}

/** Another vessel at the time of the impact, at her extrapolated place, with her distance. */
export function NearbyMark({ vessel }: { vessel: NearbyVessel }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { map } = mapColours(useMapLook())
  const name = vessel.name ?? t('impacts.event.someVessel')
  const distance = formats.quantity(vessel.distance, 'm')
  return (
    <MapMark x={mercatorX(vessel.longitudeDeg)} y={mercatorY(vessel.latitudeDeg)}>
      <svg
        className={classes.mark}
        viewBox="-24 -24 48 48"
        role="img"
        aria-label={t('impacts.event.vesselAway', { name, distance, age: formats.number(vessel.age_s) })}
      >
        <BoatShape courseDeg={vessel.course_over_ground} fill={map.markerOrange} edge={map.markerEdge} />
      </svg>
      <span className={classes.name} aria-hidden="true">
        {name} <b>{distance}</b>
      </span>
    </MapMark>
  )
}

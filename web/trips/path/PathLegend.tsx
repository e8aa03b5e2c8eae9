import { useTranslation } from 'react-i18next'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { rampGradient, type TrackMeasure, trackRamp } from '../../map/colourRamp.ts'
import { useMapLook } from '../../map/mapLook.ts'
import { mapColours } from '../../map/palette.ts'
import type { Track } from '../../map/track.ts'
import classes from './PathLegend.module.css'
import { topSpeedKn } from './topSpeed.ts'

interface Props {
  trip: Trip
  measure: TrackMeasure
  /** Null while the path is loading. */
  track: Track | null
}

/** Legend of the colours along the path. */
export function PathLegend({ trip, measure, track }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const colours = mapColours(useMapLook())
  const limitG = trip.vessel.system_settings.impact_limit
  const limit = formats.number(limitG, limitG % 1 ? 1 : 0)
  const topKn = track && topSpeedKn(track.points)
  if (track?.points.every((point) => point[measure === 'impact' ? 'alt' : 'sog'] === null))
    return (
      <p className={classes.unmeasured}>{t(measure === 'impact' ? 'impacts.noSensors' : 'trip.noSpeed')}</p>
    )
  const marks =
    measure === 'impact'
      ? ['0', formats.number(limitG / 2, 1), t('trip.andOver', { limit })]
      : topKn
        ? ['0', formats.number(toShown(formats.shown('kn'), topKn / 2), 1), formats.quantity(topKn, 'kn', 0)]
        : []
  return (
    <div>
      <div className={classes.legendHead}>
        <span>{t(measure === 'impact' ? 'trip.impactOnPath' : 'trip.speedOnPath')}</span>
        {measure === 'impact' && <span>{t('trip.limit', { limit })}</span>}
        {measure !== 'impact' && trip.stats.sog_derived && <span>{t('trip.sogDerived')}</span>}
      </div>
      <div className={classes.ramp} style={{ background: rampGradient(trackRamp(measure, colours)) }} />
      <div className={classes.marks}>
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
    </div>
  )
}

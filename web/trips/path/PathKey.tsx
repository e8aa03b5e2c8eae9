import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import type { TrackMeasure } from '../../map/colourRamp.ts'
import type { Track } from '../../map/track.ts'
import { Segment } from '../../ui/Segment.tsx'
import { PathLegend } from './PathLegend.tsx'

interface Props {
  trip: Trip
  track: Track | null
  measure: TrackMeasure
  onMeasure: (measure: TrackMeasure) => void
}

/** Choice of the measure that colours a trip's path, and the legend of the colours. */
export function PathKey({ trip, track, measure, onMeasure }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Segment
        small
        fullWidth
        label={t('trip.colourBy')}
        value={measure}
        onChange={onMeasure}
        options={[
          { value: 'impact', label: t('map.impact') },
          { value: 'speed', label: t('trip.speed') },
        ]}
      />
      <PathLegend trip={trip} measure={measure} track={track} />
    </>
  )
}

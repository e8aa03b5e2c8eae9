import { IconMap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { pathsQuery } from '../../api/trips.ts'
import { onlyMoment } from '../../trips/moment/momentInAddress.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TrackThumbnail } from '../../ui/TrackThumbnail.tsx'
import classes from './TripHeader.module.css'

/** Track of the trip that links to the map; it shows a hint on hover. */
export function TrackPreview({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const { data: paths } = useQuery(pathsQuery([trip.id], trip.live))
  return (
    <Link
      to="/map/trips/$tripId"
      params={{ tripId: trip.id }}
      search={onlyMoment}
      className={classes.preview}
      aria-label={t('trips.viewOnMap')}
    >
      <TrackThumbnail points={paths?.get(trip.id)} trip={trip} size={72} />
      <span className={classes.view}>
        <Icon of={IconMap} size={16} />
        {t('trips.viewOnMap')}
      </span>
    </Link>
  )
}

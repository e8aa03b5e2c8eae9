import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import classes from './TripTitle.module.css'

/** Placeholder of the name while the sentence is translated. */
const NAME = '\u0000'

/** "Trip by Hafdís", with a link to the vessel. */
export function TripTitle({ trip: { vessel } }: { trip: Trip }) {
  const { t } = useTranslation()
  const [before, after] = t('trip.by', { vessel: NAME }).split(NAME)
  return (
    <>
      {before}
      <Link className={classes.vessel} to="/vessels/$vesselId" params={{ vesselId: vessel.id }}>
        {vessel.name}
      </Link>
      {after}
    </>
  )
}

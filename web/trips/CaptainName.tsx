import { IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { useUser } from '../api/user.ts'
import { Icon } from '../ui/Icon.tsx'
import { Missing } from '../ui/Quantity.tsx'
import classes from './CaptainName.module.css'

/** Captain of a trip. A missing captain stands out where the organization requires one. */
export function CaptainName({ trip }: { trip: Trip }) {
  const { company } = useUser()
  if (trip.captain) return trip.captain.name
  return company.settings.force_captain_login ? <NoCaptain trip={trip} /> : <Missing />
}

/** Mark of a missing mandatory captain, for lists without a column of captains. */
export function NoCaptain({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const { company } = useUser()
  if (trip.captain || !company.settings.force_captain_login) return null
  return (
    <span className={classes.unnamed}>
      <Icon of={IconUserQuestion} size={16} />
      {t('trip.noCaptain')}
    </span>
  )
}

import { IconMap } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { CaptainPicker } from '../../trips/CaptainPicker.tsx'
import { listedTrips } from '../../trips/listedTrips.ts'
import { PinButton } from '../../trips/PinButton.tsx'
import { TripMenu } from '../../trips/TripMenu.tsx'
import { TripShortcuts } from '../../trips/TripShortcuts.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Duration, Missing, Quantity } from '../../ui/Quantity.tsx'
import { LiveBadge } from '../../ui/StatusPill.tsx'
import { TripTitle } from '../../ui/TripTitle.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { TrackPreview } from './TrackPreview.tsx'
import classes from './TripHeader.module.css'

/** Which trip this is, and what can be done with it as a whole. */
export function TripHeader({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const phone = usePhone()
  return (
    <header className={classes.header}>
      {/* The bar of a phone has the way back and the title. */}
      {!phone && <BackLink to="/trips" search={listedTrips.search()} label={t('trip.back')} />}
      <TrackPreview trip={trip} />
      <div className={classes.about}>
        <h1 className={classes.title}>
          <span>
            <TripTitle trip={trip} />
          </span>
          {trip.live && <LiveBadge />}
        </h1>
        <dl className={classes.facts}>
          <Fact label={t('trip.start')}>{formats.dateTime(Date.parse(trip.start_time))}</Fact>
          <Fact label={t('trip.end')}>
            {!trip.end_time ? (
              <Missing />
            ) : phone && isSameDay(trip.start_time, trip.end_time) ? (
              formats.time(Date.parse(trip.end_time))
            ) : (
              formats.dateTime(Date.parse(trip.end_time))
            )}
          </Fact>
          <Fact label={t('trips.duration')}>
            <Duration minutes={trip.stats.duration} />
          </Fact>
          <Fact label={t('trips.distance')}>
            <Quantity value={trip.stats.distance} unit="nmi" />
          </Fact>
        </dl>
        <CaptainPicker trip={trip} label={t('trip.captain')} className={classes.captain} bare />
      </div>
      <div className={classes.actions}>
        {!phone && (
          <>
            <ButtonLink
              to="/map/trips/$tripId"
              params={{ tripId: trip.id }}
              variant="default"
              leftSection={<Icon of={IconMap} size={16} />}
            >
              {t('trips.viewOnMap')}
            </ButtonLink>
            <PinButton trip={trip} />
          </>
        )}
        <TripMenu
          trip={trip}
          top={phone && <TripShortcuts trip={trip} />}
          onDeleted={() => navigate({ to: '/trips', replace: true })}
        >
          <MoreButton label={t('common.actions')} />
        </TripMenu>
      </div>
    </header>
  )
}

const isSameDay = (one: string, other: string) =>
  new Date(one).toDateString() === new Date(other).toDateString()

import { IconMap } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import type { Formats } from '#contract/words/formats.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { PaperHead } from '../../print/PaperHead.tsx'
import { CaptainPicker } from '../../trips/CaptainPicker.tsx'
import { listedTrips } from '../../trips/listedTrips.ts'
import { onlyMoment } from '../../trips/moment/momentInAddress.ts'
import { PinButton } from '../../trips/PinButton.tsx'
import { TripMenu } from '../../trips/TripMenu.tsx'
import { TripShortcuts } from '../../trips/TripShortcuts.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { usePrinting } from '../../ui/printing.ts'
import { Duration, Missing, Quantity } from '../../ui/Quantity.tsx'
import { LiveBadge } from '../../ui/StatusPill.tsx'
import { TripTitle } from '../../ui/TripTitle.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { TrackPreview } from './TrackPreview.tsx'
import classes from './TripHeader.module.css'
import { useTripPaper } from './useTripPaper.tsx'

/** Header of a trip with its title and the actions on the whole trip. */
export function TripHeader({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const phone = usePhone()
  const printing = usePrinting()
  const paper = useTripPaper(trip)
  return (
    <>
      <PaperHead title={t('trip.by', { vessel: trip.vessel.name })} about={aboutTrip(formats, trip)} />
      <header className={classes.header}>
        {/* On a phone the top bar has the title and the way back. */}
        {!phone && !printing && <BackLink to="/trips" search={listedTrips.search()} label={t('trip.back')} />}
        {!printing && <TrackPreview trip={trip} />}
        <div className={classes.about}>
          <h1 className={classes.title} data-paper="none">
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
          {printing ? (
            <dl className={classes.facts}>
              <Fact label={t('trip.captain')}>{trip.captain?.name ?? <Missing />}</Fact>
            </dl>
          ) : (
            <CaptainPicker trip={trip} label={t('trip.captain')} className={classes.captain} bare />
          )}
        </div>
        <div className={classes.actions} data-paper="none">
          {!phone && (
            <>
              <ButtonLink
                to="/map/trips/$tripId"
                params={{ tripId: trip.id }}
                search={onlyMoment}
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
            onPrint={paper.print}
            inView
            onDeleted={() => navigate({ to: '/trips', replace: true })}
          >
            <MoreButton label={t('common.actions')} />
          </TripMenu>
        </div>
      </header>
      {paper.map}
    </>
  )
}

const aboutTrip = (formats: Formats, { start_time, end_time }: Trip) =>
  [start_time, end_time].map((time) => (time ? formats.dateTime(Date.parse(time)) : '…')).join(' – ')

const isSameDay = (one: string, other: string) =>
  new Date(one).toDateString() === new Date(other).toDateString()

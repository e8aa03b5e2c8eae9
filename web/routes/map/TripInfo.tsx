import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { CaptainPicker } from '../../trips/CaptainPicker.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { LiveValue } from '../../ui/LiveValue.tsx'
import { Course, Duration, Missing, Quantity } from '../../ui/Quantity.tsx'
import classes from './TripPanel.module.css'

export function TripInfo({ trip, vessel }: { trip: Trip; vessel: MapVessel | undefined }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <>
      <div className={classes.section}>
        <dl className={classes.facts}>
          <dt>{t('trip.start')}</dt>
          <dd>{formats.dateTime(Date.parse(trip.start_time))}</dd>
          <dt>{t('trip.end')}</dt>
          <dd>{trip.end_time ? formats.dateTime(Date.parse(trip.end_time)) : <Missing />}</dd>
          <dt>{t('trips.duration')}</dt>
          <dd>
            <Duration minutes={trip.stats.duration} />
          </dd>
          <dt>{t('trips.distance')}</dt>
          <dd>
            <Quantity value={trip.stats.distance} unit="nmi" />
          </dd>
        </dl>
        <CaptainPicker trip={trip} label={t('trips.captain')} className={classes.captain} />
      </div>
      {trip.live && vessel && <LiveData vessel={vessel} />}
    </>
  )
}

function LiveData({ vessel }: { vessel: MapVessel }) {
  const { t } = useTranslation()
  return (
    <section className={classes.section} aria-label={t('trip.liveData')}>
      <div className={classes.sectionHead}>
        <h2>{t('trip.liveData')}</h2>
        <span>
          <Ago ms={vessel.last_updated} />
        </span>
      </div>
      <dl className={classes.tiles}>
        <Tile label={t(vessel.sog_derived ? 'map.sogDerived' : 'map.sog')}>
          <LiveValue of={vessel} name="sog">
            <Quantity value={vessel.sog} unit="kn" />
          </LiveValue>
        </Tile>
        <Tile label={t('map.impact')}>
          <LiveValue of={vessel} name="impact">
            <Quantity value={vessel.impact} unit="g" />
          </LiveValue>
        </Tile>
        <Tile label={t('map.course')}>
          <LiveValue of={vessel} name="cog">
            <Course deg={vessel.cog} />
          </LiveValue>
        </Tile>
        <Tile label={t('map.wind')}>
          <LiveValue of={vessel} name="wind_speed">
            <Quantity value={vessel.wind_speed} unit="m/s" />
          </LiveValue>
        </Tile>
        <Tile label={t('map.waveHeight')}>
          <LiveValue of={vessel} name="wave_height">
            <Quantity value={vessel.wave_height} unit="m" />
          </LiveValue>
        </Tile>
        <Tile label={t('map.airTemperature')}>
          <LiveValue of={vessel} name="air_temperature">
            <Quantity value={vessel.air_temperature} unit="°C" />
          </LiveValue>
        </Tile>
      </dl>
    </section>
  )
}

function Tile({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import type { MapVessel } from '#contract/vessel.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { useFreshness } from '../../live/freshness.ts'
import { CaptainPicker } from '../../trips/CaptainPicker.tsx'
import aged from '../../ui/Aged.module.css'
import { Ago } from '../../ui/Ago.tsx'
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
  const age = useFreshness(vessel.last_updated)
  return (
    <section className={classes.section} aria-label={t('trip.liveData')}>
      <div className={classes.sectionHead}>
        <h2>{t('trip.liveData')}</h2>
        <span>
          <Ago ms={vessel.last_updated} />
        </span>
      </div>
      <dl className={`${classes.tiles} ${aged.aged}`} data-age={age}>
        <Tile label={t(vessel.sog_derived ? 'map.sogDerived' : 'map.sog')}>
          <Quantity value={vessel.sog} unit="kn" />
        </Tile>
        <Tile label={t('map.impact')}>
          <Quantity value={vessel.impact} unit="g" />
        </Tile>
        <Tile label={t('map.course')}>
          <Course deg={vessel.cog} />
        </Tile>
        <Tile label={t('map.wind')}>
          <Quantity value={vessel.wind_speed} unit="m/s" />
        </Tile>
        <Tile label={t('map.waveHeight')}>
          <Quantity value={vessel.wave_height} unit="m" />
        </Tile>
        <Tile label={t('map.airTemperature')}>
          <Quantity value={vessel.temperature} unit="°C" />
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

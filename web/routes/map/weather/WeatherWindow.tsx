import { Skeleton } from '@mantine/core'
import { IconWind } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { seriesQuery } from '../../../api/telemetry.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import type { LinkedCursor } from '../../../plots/linkedCursor.ts'
import { onlyMoment } from '../../../trips/moment/momentInAddress.ts'
import { Direction } from '../../../ui/Direction.tsx'
import { FloatingWindow } from '../../../ui/FloatingWindow.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Missing, Quantity } from '../../../ui/Quantity.tsx'
import classes from './WeatherWindow.module.css'
import { latestWeatherMs, WEATHER_STEP_MS, weatherAt, weatherRequest } from './weatherAt.ts'

interface Props {
  trip: Trip
  cursor: LinkedCursor
  onClose: () => void
}

/** Weather around the boat at the cursor, or the latest weather without a cursor. */
export function WeatherWindow({ trip, cursor, onClose }: Props) {
  const { t } = useTranslation()
  const query = useQuery({
    ...seriesQuery(weatherRequest(trip.id), trip.live),
    meta: { errorMessage: 'weather.failed' },
  })
  const latestMs = useMemo(() => query.data && latestWeatherMs(query.data), [query.data])
  return (
    <FloatingWindow
      title={t('weather.title')}
      icon={IconWind}
      widthPx={500}
      from={{ rightPx: 64, topPx: 12 }}
      onClose={onClose}
    >
      {query.data && typeof latestMs === 'number' ? (
        <Conditions entries={query.data} latestMs={latestMs} cursor={cursor} />
      ) : query.data ? (
        <p className={classes.message}>{t('weather.none')}</p>
      ) : query.isError ? (
        <LoadFailed sentence={t('weather.failed')} error={query.error} onRetry={query.refetch} />
      ) : (
        <Skeleton className={classes.loading} role="status" aria-label={t('weather.loading')} />
      )}
      <footer className={classes.foot}>
        {trip.weather_source && <span>{t('weather.source', { source: trip.weather_source })}</span>}
        <Link to="/trips/$tripId/weather" params={{ tripId: trip.id }} search={onlyMoment}>
          {t('weather.more')}
        </Link>
      </footer>
    </FloatingWindow>
  )
}

interface ConditionsProps {
  entries: readonly TimeSeriesEntry[]
  latestMs: number
  cursor: LinkedCursor
}

function Conditions({ entries, latestMs, cursor }: ConditionsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  // Updates when the pointer reaches another minute, not at every movement.
  const pointedMs = useSyncExternalStore(cursor.subscribe, () => minuteOf(cursor.timeMs()))
  const shownMs = pointedMs ?? latestMs
  const weather = useMemo(() => weatherAt(entries, shownMs), [entries, shownMs])
  const from = (deg: number | null) => deg !== null && <Direction deg={deg} convention="from" />
  return (
    <>
      <p className={classes.when}>
        {formats.dateTime(shownMs)}
        {pointedMs === null && ` · ${t('weather.latest')}`}
      </p>
      <dl className={classes.tiles}>
        <Tile label={t('weather.waveHeight')} direction={from(weather.wave_direction)}>
          <Quantity value={weather.wave_height_fc} unit="m" />
        </Tile>
        <Tile label={t('weather.wind')} direction={from(weather.wind_direction)}>
          <Quantity value={weather.wind_speed_fc} unit="m/s" />
        </Tile>
        <Tile
          label={t('weather.current')}
          direction={
            weather.current_direction !== null && (
              <Direction deg={weather.current_direction} convention="towards" />
            )
          }
        >
          <Quantity value={weather.current_speed} unit="m/s" />
        </Tile>
        <Tile label={t('weather.wavePeriod')}>
          <Quantity value={weather.wave_period} unit="s" decimals={0} />
        </Tile>
        <Tile label={t('weather.seaState')}>
          <SeaState code={weather.sea_state} />
        </Tile>
        <Tile label={t('weather.airTemperature')}>
          <Quantity value={weather.air_temperature} unit="°C" />
        </Tile>
      </dl>
    </>
  )
}

function Tile({ label, direction, children }: { label: string; direction?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {direction}
      </dd>
    </div>
  )
}

function SeaState({ code }: { code: number | null }) {
  const { t } = useTranslation()
  const known = SEA_STATES.find((one) => one === String(Math.round(code ?? Number.NaN)))
  if (!known) return <Missing />
  return (
    <>
      {known}
      <span className={classes.state}>{t(`weather.seaStates.${known}`)}</span>
    </>
  )
}

const SEA_STATES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

const minuteOf = (timeMs: number | null) =>
  timeMs === null ? null : Math.floor(timeMs / WEATHER_STEP_MS) * WEATHER_STEP_MS

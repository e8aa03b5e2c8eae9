import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/useFormats.ts'
import { Figure, Figures } from '../ui/Figures.tsx'
import { Duration, Quantity } from '../ui/Quantity.tsx'
import classes from './Analytics.module.css'
import { AnalyticsPage } from './AnalyticsPage.tsx'
import { FuelAgainstSpeed } from './FuelAgainstSpeed.tsx'
import { StagePie } from './StagePie.tsx'
import { TripPlot } from './TripPlot.tsx'
import { type Subject, useDays, useFuel } from './useStatistics.ts'

interface Props {
  of: Subject
  /** Target rate, L/nmi. */
  targetRate?: number | null
}

/** Fuel of the trips of a captain or a boat, over a range of days. */
export function FuelAnalytics({ of, targetRate = null }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const days = useDays()
  const fuel = useFuel(of, days.range)
  const target =
    targetRate === null
      ? undefined
      : {
          value: targetRate,
          label: t('tripFigures.target', { rate: formats.quantity(targetRate, 'L/nmi') }),
        }
  return (
    <AnalyticsPage
      title={t('tripFigures.fuel')}
      days={days}
      query={fuel}
      failed={t('tripFuel.failed')}
      trips={({ stats }) => stats.summary.nr_trips}
    >
      {({ data, stats: { summary, moving_avg_data: averages, ...stats } }) => (
        <>
          <div className={classes.wide}>
            <Figures framed label={t('tripFuel.figures')}>
              <Figure label={t('trip.stat.fuel')}>
                <Quantity value={summary.fuel_consumption} unit="L" />
              </Figure>
              <Figure label={t('trip.stat.co2')}>
                <Quantity value={summary.co2_emissions} unit="kg" />
              </Figure>
              <Figure label={t('trip.stat.nox')}>
                <Quantity value={summary.nox_emissions} unit="g" decimals={0} />
              </Figure>
              <Figure label={t('trip.stat.fuelRate')}>
                <Quantity value={summary.avg_fuel_rate_l_nm} unit="L/nmi" />
              </Figure>
              <Figure label={t('tripFigures.distance')}>
                <Quantity value={summary.distance} unit="nmi" />
              </Figure>
              <Figure label={t('tripFigures.duration')}>
                <Duration minutes={summary.duration_minutes} />
              </Figure>
            </Figures>
          </div>
          <TripPlot
            title={t('tripFigures.rate')}
            unit="L/nmi"
            points={data.time.avg_fuel_rate_l_nm}
            averages={averages.avg_fuel_rate_l_nm}
            mark={target}
          />
          <TripPlot
            title={t('trip.stat.fuel')}
            unit="L"
            points={data.time.fuel_consumption}
            averages={averages.fuel_consumption}
            averageName={t('tripFigures.averageADay')}
          />
          {stats.pie_charts.consumption && (
            <StagePie title={t('tripFuel.consumption')} parts={stats.pie_charts.consumption} unit="L" />
          )}
          <StagePie title={t('tripFuel.durations')} parts={stats.pie_charts.durations} unit="min" />
          <div className={classes.thirds}>
            <TripPlot title={t('tripFigures.tripDuration')} unit="min" points={data.time.duration_minutes} />
            <TripPlot title={t('trip.stat.co2')} unit="kg" points={data.time.co2_emissions} />
            <TripPlot title={t('trip.stat.nox')} unit="g" points={data.time.nox_emissions} />
          </div>
          <div className={classes.wide}>
            <FuelAgainstSpeed curve={data.sog} eco={stats.eco_speed} isOfManyTrips />
          </div>
        </>
      )}
    </AnalyticsPage>
  )
}

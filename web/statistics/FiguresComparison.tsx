import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TripFigures } from '#contract/wire/tripFigures.ts'
import { organizationStatisticsQuery } from '../api/captains.ts'
import type { MessageKey } from '../i18n/messageKey.ts'
import { Notice } from '../ui/Notice.tsx'
import { Duration, Quantity } from '../ui/Quantity.tsx'
import classes from './FiguresComparison.module.css'
import { Trend } from './Trend.tsx'
import type { Subject } from './useStatistics.ts'
import { weeklyFiguresQuery } from './weeklyFiguresQuery.ts'

interface Tile {
  title: MessageKey
  value: (figures: TripFigures) => number | null
  show: (value: number | null) => ReactNode
}

/** Figures in display order. */
const TILES: readonly Tile[] = [
  {
    title: 'tripFigures.avgFuel',
    value: (of) => of.avg_fuel_consumption,
    show: (value) => <Quantity value={value} unit="L" />,
  },
  {
    title: 'tripFigures.trips',
    value: (of) => of.nr_trips,
    show: (value) => <Quantity value={value} unit="" decimals={0} />,
  },
  {
    title: 'tripFigures.duration',
    value: (of) => of.total_duration,
    show: (value) => <Duration minutes={value} />,
  },
  {
    title: 'tripFigures.redImpacts',
    value: (of) => of.red_impacts,
    show: (value) => <Quantity value={value} unit="" decimals={0} />,
  },
  {
    title: 'tripFigures.avgCo2',
    value: (of) => of.avg_co2_emissions,
    show: (value) => <Quantity value={value} unit="kg" />,
  },
  {
    title: 'tripFigures.avgFuelRate',
    value: (of) => of.avg_fuel_rate_l_nm,
    show: (value) => <Quantity value={value} unit="L/nmi" />,
  },
  {
    title: 'tripFigures.distance',
    value: (of) => of.total_distance,
    show: (value) => <Quantity value={value} unit="nmi" />,
  },
  {
    title: 'tripFigures.avgImpact',
    value: (of) => of.avg_impact,
    show: (value) => <Quantity value={value} unit="g" />,
  },
]

/** Figures of all trips of a captain or a boat, each with its weeks, above the figure of the whole organization. */
export function FiguresComparison({ figures, of }: { figures: TripFigures; of: Subject }) {
  const { t } = useTranslation()
  const organization = useQuery(organizationStatisticsQuery)
  const weeks = useQuery({ ...weeklyFiguresQuery(of), enabled: figures.nr_trips > 0 })
  if (figures.nr_trips === 0)
    return <Notice icon={IconRoute} title={t('tripFigures.none')} hint={t('tripFigures.noneHint')} />
  return (
    <section>
      <dl className={classes.tiles} aria-label={t('tripFigures.label')}>
        {TILES.map(({ title, value, show }) => (
          <div key={title} className={classes.tile}>
            <dt>{t(title)}</dt>
            <dd>{show(value(figures))}</dd>
            <dd className={classes.weeks}>
              {weeks.data && (
                <Trend
                  label={t('tripFigures.weeks', { title: t(title), weeks: weeks.data.length })}
                  values={weeks.data.map(value)}
                />
              )}
            </dd>
            <dd className={classes.all}>
              {organization.error ? (
                t('tripFigures.failed')
              ) : (
                <>
                  {t('tripFigures.organization')} {organization.data && show(value(organization.data))}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

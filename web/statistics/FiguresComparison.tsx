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

type Show = (figures: TripFigures) => ReactNode

/** Figures in display order. */
const TILES: readonly (readonly [MessageKey, Show])[] = [
  ['tripFigures.avgFuel', (of) => <Quantity value={of.avg_fuel_consumption} unit="L" />],
  ['tripFigures.trips', (of) => <Quantity value={of.nr_trips} unit="" decimals={0} />],
  ['tripFigures.duration', (of) => <Duration minutes={of.total_duration} />],
  ['tripFigures.redImpacts', (of) => <Quantity value={of.red_impacts} unit="" decimals={0} />],
  ['tripFigures.avgCo2', (of) => <Quantity value={of.avg_co2_emissions} unit="kg" />],
  ['tripFigures.avgFuelRate', (of) => <Quantity value={of.avg_fuel_rate_l_nm} unit="L/nmi" />],
  ['tripFigures.distance', (of) => <Quantity value={of.total_distance} unit="nmi" />],
  ['tripFigures.avgImpact', (of) => <Quantity value={of.avg_impact} unit="g" />],
]

/** Figures of all trips of a captain or a boat, each above the figure of the whole organization. */
export function FiguresComparison({ figures }: { figures: TripFigures }) {
  const { t } = useTranslation()
  const organization = useQuery(organizationStatisticsQuery)
  if (figures.nr_trips === 0)
    return <Notice icon={IconRoute} title={t('tripFigures.none')} hint={t('tripFigures.noneHint')} />
  return (
    <section>
      <dl className={classes.tiles} aria-label={t('tripFigures.label')}>
        {TILES.map(([title, show]) => (
          <div key={title} className={classes.tile}>
            <dt>{t(title)}</dt>
            <dd>{show(figures)}</dd>
            <dd className={classes.all}>
              {organization.error ? (
                t('tripFigures.failed')
              ) : (
                <>
                  {t('tripFigures.organization')} {organization.data && show(organization.data)}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

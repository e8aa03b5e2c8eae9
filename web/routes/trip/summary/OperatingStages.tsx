import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { percentShares } from '#contract/domain/percentShares.ts'
import { type FuelStatistics, STAGES } from '#contract/wire/statistics.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { tripFuelStatsQuery } from '../../../api/statistics.ts'
import { Share } from '../../../statistics/Share.tsx'
import { STAGE_COLOURS } from '../../../statistics/stages.ts'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { Late } from '../../../ui/Late.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Duration, Quantity } from '../../../ui/Quantity.tsx'
import classes from './OperatingStages.module.css'

/** Time and fuel of idling, accelerating, cruising and decelerating. */
export function OperatingStages({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const fuel = useQuery(tripFuelStatsQuery(trip))
  const title = t('stage.title')
  return (
    <Panel title={title} aside={<HelpHint about={title} section="operating-stages" />}>
      {fuel.data ? (
        <Stages {...fuel.data.pie_charts} wholeMinutes={trip.stats.duration} />
      ) : fuel.error ? (
        <LoadFailed sentence={t('tripFuel.failed')} error={fuel.error} onRetry={fuel.refetch} />
      ) : (
        <Late>
          <Skeleton height={220} />
        </Late>
      )}
    </Panel>
  )
}

type Pies = FuelStatistics['stats']['pie_charts']

function Stages({ durations, consumption, wholeMinutes }: Pies & { wholeMinutes: number }) {
  const { t } = useTranslation()
  const minutes = sum(durations)
  const litres = consumption && sum(consumption)
  const ofTime = percentShares(STAGES.map((stage) => durations[stage]))
  const ofFuel = percentShares(STAGES.map((stage) => consumption?.[stage] ?? 0))
  const uncovered = wholeMinutes - minutes
  return (
    <div className={classes.stages}>
      <div className={classes.bars}>
        <StackedBar label={t('trips.duration')} parts={durations} />
        {consumption && litres ? <StackedBar label={t('trip.stat.fuel')} parts={consumption} /> : null}
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('stage.stage')}</th>
            <th scope="col">{t('trips.duration')}</th>
            <th scope="col">{t('stage.ofTime')}</th>
            <th scope="col">{t('stage.fuel')}</th>
            <th scope="col">{t('stage.ofFuel')}</th>
            <th scope="col">{t('stage.rate')}</th>
          </tr>
        </thead>
        <tbody>
          {STAGES.map((stage, i) => (
            <tr key={stage}>
              <th scope="row">
                <i style={{ background: colourOf(stage) }} />
                {t(`stage.${stage}`)}
              </th>
              <td>
                <Duration minutes={durations[stage]} />
              </td>
              <td>
                <Share percent={minutes > 0 ? ofTime[i] : null} />
              </td>
              <td>
                <Quantity value={consumption?.[stage]} unit="L" />
              </td>
              <td>
                <Share percent={litres ? ofFuel[i] : null} />
              </td>
              <td>
                <Quantity value={consumption && rate(consumption[stage], durations[stage])} unit="L/hr" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {uncovered >= 1 && (
        <p className={classes.uncovered}>
          {t('stage.uncovered')} <Duration minutes={uncovered} />
        </p>
      )}
    </div>
  )
}

function StackedBar({ label, parts }: { label: string; parts: Pies['durations'] }) {
  return (
    <div>
      <span>{label}</span>
      <div className={classes.bar} aria-hidden="true">
        {STAGES.map((stage) => (
          <i key={stage} style={{ flexGrow: parts[stage], background: colourOf(stage) }} />
        ))}
      </div>
    </div>
  )
}

const colourOf = (stage: keyof typeof STAGE_COLOURS) => `var(--tf-mv-${STAGE_COLOURS[stage]})`
const sum = (parts: Pies['durations']) => STAGES.reduce((total, stage) => total + parts[stage], 0)
/** L/hr; null for times of a few seconds, which give no useful rate. */
const rate = (litres: number, minutes: number) => (minutes >= 0.1 ? (litres / minutes) * 60 : null)

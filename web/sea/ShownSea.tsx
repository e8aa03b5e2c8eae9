import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SeaForecast, SeaGrid } from '#contract/wire/seaForecast.ts'
import { seaForecastQuery, seaValuesQuery } from '../api/seaForecast.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useServerNow } from '../live/useServerNow.ts'
import { SEA_KINDS, type SeaKind, setPreference } from '../preferences/preferences.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Segment } from '../ui/Segment.tsx'
import { usePhone } from '../ui/usePhone.ts'
import classes from './Sea.module.css'
import { SeaOverTime } from './SeaOverTime.tsx'

/** Forecast with its legend: kind, colours, time, values under the pointer, and how old and how fine it is. */
export function ShownSea({ kind }: { kind: SeaKind }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { data, isError, refetch } = useQuery(seaForecastQuery)
  return (
    <section className={classes.legend} aria-label={t('sea.title')}>
      <div className={classes.head}>
        <Segment
          small
          label={t('sea.title')}
          value={kind}
          onChange={(next) => setPreference('sea', next)}
          options={SEA_KINDS.map((value) => ({ value, label: t(`sea.kind.${value}`) }))}
        />
        <IconButton
          icon={IconX}
          label={t('sea.close')}
          size={phone ? 44 : 28}
          onClick={() => setPreference('sea', 'off')}
        />
      </div>
      {data?.grid ? (
        <>
          <Values key={data.grid.version} grid={data.grid} kind={kind} />
          <About forecast={data} grid={data.grid} folds={phone} />
        </>
      ) : isError ? (
        <Failed onAgain={() => void refetch()} />
      ) : (
        data && (
          <p className={classes.note} role="status">
            {data.problem ? t(`sea.problem.${data.problem}`) : t(`sea.state.${stateOf(data)}`)}
          </p>
        )
      )}
    </section>
  )
}

const stateOf = ({ state }: SeaForecast) => (state === 'ready' ? 'waiting' : state)

function Values({ grid, kind }: { grid: SeaGrid; kind: SeaKind }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(seaValuesQuery(grid))
  if (data) return <SeaOverTime grid={grid} values={data} kind={kind} />
  return isError ? (
    <Failed onAgain={() => void refetch()} />
  ) : (
    <p className={classes.note} role="status">
      {t('sea.state.waiting')}
    </p>
  )
}

function Failed({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <p className={classes.note} role="alert">
      {t('sea.failed')}{' '}
      <Button size="compact-xs" variant="default" onClick={onAgain}>
        {t('common.tryAgain')}
      </Button>
    </p>
  )
}

/** Decimals of the steps below a degree. */
const DECIMALS: Readonly<Record<number, number>> = { 0.25: 2, 0.5: 1 }

/** Source, age and resolution, and the last problem. */
function About({ forecast, grid, folds }: { forecast: SeaForecast; grid: SeaGrid; folds: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const nowMs = useServerNow()
  const source = forecast.is_made ? t('sea.made') : forecast.source
  const age = formats.ago(Date.parse(grid.fetched_at), nowMs)
  const step = formats.number(grid.step_deg, DECIMALS[grid.step_deg] ?? 0)
  const resolution = t('sea.grid', { step, hours: grid.step_s / 3600 })
  return (
    <>
      {forecast.problem && (
        <p className={classes.problem} role="status">
          {t(`sea.problem.${forecast.problem}`)} {t('sea.last')}
        </p>
      )}
      {folds ? (
        <details className={classes.note}>
          <summary>
            {source} · {age}
          </summary>
          {resolution}
        </details>
      ) : (
        <>
          <p className={classes.note}>
            {source} · {age}
          </p>
          <p className={classes.note}>{resolution}</p>
        </>
      )}
    </>
  )
}

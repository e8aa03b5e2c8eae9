import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '#contract/wire/statistics.ts'
import { usePlotImage } from '../../plots/usePlotImage.tsx'
import classes from './Report.module.css'

interface Props {
  title: string
  /** At the right of its head. */
  aside?: ReactNode
  /** May go on over several sheets. */
  long?: boolean
  /** Two of them stand side by side on a sheet. */
  half?: boolean
  children: ReactNode
}

/** One subject of a report; the chart that it holds can be had as a picture. */
export function ReportCard({ title, aside, long = false, half = false, children }: Props) {
  const image = usePlotImage(title)
  return (
    <section
      className={half ? `${classes.card} ${classes.half}` : classes.card}
      aria-label={title}
      data-paper={long ? undefined : 'whole'}
    >
      <div className={classes.head}>
        <h2>{title}</h2>
        <div className={classes.aside} data-paper="none">
          {aside}
          {image.menu}
        </div>
      </div>
      {image.around(children)}
    </section>
  )
}

export const Summed = ({ children }: { children: ReactNode }) => (
  <div className={classes.figures}>{children}</div>
)

export const SummedFigure = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.figure}>
    <span>{title}</span>
    <strong>{children}</strong>
  </div>
)

const USUAL_DAYS = '3'

/** The window of a moving average, of those that there are; three days until another is chosen. */
export function useAverage(averages: Readonly<Record<string, readonly Point[]>>, figure: string) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(USUAL_DAYS)
  const days = averages[chosen] ? chosen : USUAL_DAYS
  const select = (
    <Select
      size="xs"
      w={104}
      aria-label={t('tripFigures.window', { figure })}
      allowDeselect={false}
      data={Object.keys(averages).map((count) => ({
        value: count,
        label: t('tripFigures.days', { days: count }),
      }))}
      value={days}
      onChange={(next) => setChosen(next ?? USUAL_DAYS)}
    />
  )
  return { name: t('reports.averageOf', { days }), points: averages[days] ?? [], select }
}

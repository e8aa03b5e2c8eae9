import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '#contract/wire/statistics.ts'
import { usePlotImage } from '../../plots/usePlotImage.tsx'
import classes from './Report.module.css'

interface Props {
  title: string
  /** Content at the right of the heading. */
  aside?: ReactNode
  /** True when the card may continue on further sheets. */
  long?: boolean
  /** True to print two such cards side by side. */
  half?: boolean
  children: ReactNode
}

/** One subject of a report; its plot can be saved as a picture. */
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

/** Choice of the window of a moving average, three days by default. */
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

import { useTranslation } from 'react-i18next'
import { type FigureKey, type ReportRow, TOP_ROWS } from '#contract/reportRows.ts'
import { DataTable } from '../../tables/DataTable.tsx'
import { FigureValue } from './FigureValue.tsx'
import classes from './Report.module.css'
import { ReportCard } from './ReportCard.tsx'
import { orderShownRows, useFigureColumns } from './reportRows.ts'
import { useNameColumn } from './useNameColumn.tsx'

/** What is shown, the first of which says who comes first. */
type Figures = readonly [FigureKey, ...FigureKey[]]

interface TablesProps {
  rows: Record<'vessels' | 'captains', readonly ReportRow[]>
  figures: Figures
}

/** The few vessels and the few captains with the most. */
export function TopTables({ rows, figures }: TablesProps) {
  const { t } = useTranslation()
  return (
    <>
      <TopTable
        title={t('reports.topVessels')}
        rows={rows.vessels}
        figures={figures}
        nothing={t('users.nothing')}
      />
      <TopTable
        title={t('reports.topCaptains')}
        rows={rows.captains}
        figures={figures}
        nothing={t('reports.noCaptains')}
      />
    </>
  )
}

interface Props {
  title: string
  rows: readonly ReportRow[]
  figures: Figures
  /** What is said where there are no rows. */
  nothing: string
}

function TopTable({ title, rows, figures, nothing }: Props) {
  const words = useFigureColumns()
  const name = useNameColumn()
  if (rows.length === 0) {
    return (
      <ReportCard title={title} half>
        <p className={classes.nothing}>{nothing}</p>
      </ReportCard>
    )
  }
  return (
    <ReportCard title={title} half>
      <DataTable
        label={title}
        rows={orderShownRows(rows, `${figures[0]}:desc`).slice(0, TOP_ROWS)}
        columns={[
          name,
          ...figures.map((key, index) => ({
            ...{ key, title: words[key].title, right: true },
            ...(index === 1 ? { phone: 'end' as const } : {}),
            cell: (row: ReportRow) => (
              <FigureValue value={row[key]} unit={words[key].unit} decimals={words[key].decimals} />
            ),
          })),
        ]}
      />
    </ReportCard>
  )
}

import { type FigureKey, type ReportRow, TOP_ROWS } from '#contract/reportRows.ts'
import { DataTable } from '../../tables/DataTable.tsx'
import { FigureValue } from './FigureValue.tsx'
import classes from './Report.module.css'
import { ReportCard } from './ReportCard.tsx'
import { orderShownRows, useFigureColumns } from './reportRows.ts'
import { useNameColumn } from './useNameColumn.tsx'

interface Props {
  title: string
  rows: readonly ReportRow[]
  /** What is shown, the first of which says who comes first. */
  figures: readonly [FigureKey, ...FigureKey[]]
  /** What is said where there are no rows. */
  nothing: string
}

/** The few with the most. */
export function TopTable({ title, rows, figures, nothing }: Props) {
  const words = useFigureColumns()
  const name = useNameColumn()
  if (rows.length === 0) {
    return (
      <ReportCard title={title}>
        <p className={classes.nothing}>{nothing}</p>
      </ReportCard>
    )
  }
  return (
    <ReportCard title={title}>
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

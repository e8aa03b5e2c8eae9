import { DataTable } from '../../tables/DataTable.tsx'
import { FigureValue } from './FigureValue.tsx'
import { ReportCard } from './ReportCard.tsx'
import { type FigureKey, orderRows, type ReportRow, useFigureColumns } from './reportRows.ts'
import { useNameColumn } from './useNameColumn.tsx'

interface Props {
  title: string
  rows: readonly ReportRow[]
  /** What is shown, the first of which says who comes first. */
  figures: readonly [FigureKey, ...FigureKey[]]
}

const SHOWN = 5

/** The few with the most. */
export function TopTable({ title, rows, figures }: Props) {
  const words = useFigureColumns()
  const name = useNameColumn()
  return (
    <ReportCard title={title}>
      <DataTable
        label={title}
        rows={orderRows(rows, `${figures[0]}:desc`).slice(0, SHOWN)}
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

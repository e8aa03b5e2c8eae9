import { useTranslation } from 'react-i18next'
import { type FigureKey, type ReportRow, TOP_FIGURES, TOP_ROWS } from '#contract/words/reportRows.ts'
import { DataTable } from '../../tables/DataTable.tsx'
import { FigureValue } from './FigureValue.tsx'
import { NamesFailed } from './NamesFailed.tsx'
import classes from './Report.module.css'
import { ReportCard } from './ReportCard.tsx'
import { orderShownRows, type ReportTable, useFigureColumns } from './reportRows.ts'
import { useNameColumn } from './useNameColumn.tsx'

/** Figures in column order; the first one ranks the rows. */
type Figures = readonly [FigureKey, ...FigureKey[]]

interface TablesProps {
  tables: Record<'vessels' | 'captains', ReportTable>
  tab: keyof typeof TOP_FIGURES
}

/** The few vessels and captains with the largest figures. */
export function TopTables({ tables, tab }: TablesProps) {
  const { t } = useTranslation()
  const figures = TOP_FIGURES[tab]
  return (
    <>
      <TopTable
        title={t(`reports.topVessels.${tab}`)}
        {...tables.vessels}
        figures={figures}
        nothing={t('users.nothing')}
      />
      <TopTable
        title={t(`reports.topCaptains.${tab}`)}
        {...tables.captains}
        figures={figures}
        nothing={t('reports.noCaptains')}
      />
    </>
  )
}

interface Props extends ReportTable {
  title: string
  figures: Figures
  /** Text for an empty table. */
  nothing: string
}

function TopTable({ title, rows, names, onRetry, figures, nothing }: Props) {
  const words = useFigureColumns()
  const name = useNameColumn(names)
  if (rows.length === 0) {
    return (
      <ReportCard title={title} half>
        <p className={classes.nothing}>{nothing}</p>
      </ReportCard>
    )
  }
  return (
    <ReportCard title={title} half>
      <NamesFailed names={names} onRetry={onRetry} />
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

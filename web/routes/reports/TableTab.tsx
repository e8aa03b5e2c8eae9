import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportCsv } from '#contract/words/reportCsv.ts'
import type { FigureKey, ReportRow } from '#contract/words/reportRows.ts'
import { downloadBlob } from '../../downloads/downloadBlob.ts'
import { DataTable } from '../../tables/DataTable.tsx'
import { ListFooter } from '../../tables/ListFooter.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { usePrinting } from '../../ui/printing.ts'
import { FigureValue } from './FigureValue.tsx'
import { NamesFailed } from './NamesFailed.tsx'
import classes from './Report.module.css'
import { ReportCard } from './ReportCard.tsx'
import { orderShownRows, type ReportTable, useFigureColumns, useReportTables } from './reportRows.ts'
import { useNameColumn } from './useNameColumn.tsx'

/** All figures of the report, one row for each vessel and each captain. */
export function TableTab() {
  const { t } = useTranslation()
  const { vessels, captains } = useReportTables()
  return (
    <div className={classes.tables} data-paper="wide">
      <FullTable
        title={t('nav.vessels')}
        {...vessels}
        file="vessels-aggregated-data.csv"
        nothing={t('users.nothing')}
      />
      <FullTable
        title={t('nav.captains')}
        {...captains}
        file="captains-aggregated-data.csv"
        nothing={t('reports.noCaptains')}
      />
    </div>
  )
}

const ROWS = 50

interface FullTableProps extends ReportTable {
  title: string
  file: string
  nothing: string
}

function FullTable({ title, rows, names, onRetry, file, nothing }: FullTableProps) {
  const { t } = useTranslation()
  const [order, setOrder] = useState('nr_trips:desc')
  const [page, setPage] = useState(0)
  const [size, setSize] = useState(ROWS)
  const words = useFigureColumns()
  const name = useNameColumn(names)
  const ordered = orderShownRows(rows, order)
  // Print shows all rows, because paper cannot change pages.
  const printing = usePrinting()
  if (rows.length === 0) {
    return (
      <ReportCard title={title}>
        <p className={classes.nothing}>{nothing}</p>
      </ReportCard>
    )
  }
  const shown = Math.min(page, Math.max(0, Math.ceil(rows.length / size) - 1))
  return (
    <ReportCard
      title={title}
      long
      aside={
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon of={IconDownload} size={14} />}
          aria-label={t('reports.exportOf', { table: title })}
          disabled={names !== 'known'}
          onClick={() => downloadBlob(new Blob([reportCsv(ordered)], { type: 'text/csv' }), file)}
        >
          {t('reports.export')}
        </Button>
      }
    >
      <NamesFailed names={names} onRetry={onRetry} />
      <div className={classes.full}>
        <DataTable
          label={title}
          rows={printing ? ordered : ordered.slice(shown * size, (shown + 1) * size)}
          order={order}
          onOrder={(next) => {
            setOrder(next)
            setPage(0)
          }}
          columns={[
            name,
            ...(Object.keys(words) as FigureKey[]).map((key) => ({
              ...{ key, title: words[key].title, right: true, sort: key },
              ...(key === 'nr_trips' ? { phone: 'end' as const } : {}),
              cell: (row: ReportRow) => (
                <FigureValue value={row[key]} unit={words[key].unit} decimals={words[key].decimals} />
              ),
            })),
          ]}
        />
      </div>
      {!printing && (
        <ListFooter
          label={title}
          page={shown}
          size={size}
          total={rows.length}
          onPage={setPage}
          onSize={(next) => {
            setSize(next)
            setPage(0)
          }}
        />
      )}
    </ReportCard>
  )
}

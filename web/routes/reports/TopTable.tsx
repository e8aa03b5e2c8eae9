import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/useFormats.ts'
import { DataTable } from '../../tables/DataTable.tsx'
import { Duration, Missing, Quantity } from '../../ui/Quantity.tsx'
import classes from './GeneralReport.module.css'

interface Row {
  id: string
  nr_trips: number
  distance: number
  duration_minutes: number
}

interface Props {
  title: string
  rows: readonly Row[]
  names: ReadonlyMap<string, string>
}

const SHOWN = 5

/** The few with the most trips. */
export function TopTable({ title, rows, names }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <section className={classes.card}>
      <h2>{title}</h2>
      <DataTable
        label={title}
        rows={rows.toSorted((a, b) => b.nr_trips - a.nr_trips).slice(0, SHOWN)}
        columns={[
          { key: 'name', title: t('common.name'), cell: ({ id }) => names.get(id) ?? <Missing /> },
          {
            key: 'trips',
            title: t('reports.trips'),
            right: true,
            cell: (row) => formats.number(row.nr_trips),
          },
          {
            key: 'distance',
            phone: 'end',
            title: t('reports.distance'),
            right: true,
            cell: ({ distance }) => <Quantity value={distance} unit="nmi" />,
          },
          {
            key: 'duration',
            title: t('reports.duration'),
            right: true,
            cell: (row) => <Duration minutes={row.duration_minutes} />,
          },
        ]}
      />
    </section>
  )
}

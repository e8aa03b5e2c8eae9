import { Button } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconNotebook,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toDay } from '#contract/domain/datePresets.ts'
import { compassDigits } from '#contract/geodesy/compass.ts'
import { LOGBOOK_FORMATS, type Logbook, type LogbookHour } from '#contract/wire/logbook.ts'
import type { Formats } from '#contract/words/formats.ts'
import { logbookFile, logbookQuery } from '../../../../api/logbook.ts'
import { usePermission } from '../../../../api/user.ts'
import { DayField } from '../../../../forms/DayField.tsx'
import { useFormats } from '../../../../i18n/useFormats.ts'
import { type Column, DataTable } from '../../../../tables/DataTable.tsx'
import { ListSkeleton } from '../../../../tables/ListSkeleton.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { LoadFailed } from '../../../../ui/LoadFailed.tsx'
import { NoAccess } from '../../../../ui/NoAccess.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Missing } from '../../../../ui/Quantity.tsx'
import { SeverityIcon } from '../../../../ui/SeverityIcon.tsx'
import { useOpenVessel } from '../openVessel.ts'
import classes from './Logbook.module.css'

/** Logbook of a vessel's day, hour by hour; a gap in the recorded data is a gap here. */
export function LogbookPage() {
  const { id } = useOpenVessel()
  return usePermission('vessel:trip-view', id) ? <Day vesselId={id} /> : <NoAccess />
}

function Day({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { date: asked } = useSearch({ from: '/console/vessels/$vesselId/logbook' })
  const today = toDay(new Date())
  const date = asked !== undefined && asked < today ? asked : today
  const show = (next: string) =>
    void navigate({ to: '.', search: { date: next === today ? undefined : next }, replace: true })
  const book = useQuery(logbookQuery(vesselId, date))
  return (
    <section className={classes.page} aria-label={t('logbook.title')}>
      <header className={classes.head}>
        <h2>{t('logbook.title')}</h2>
        <div className={classes.tools}>
          <IconButton
            icon={IconChevronLeft}
            label={t('logbook.dayBefore')}
            onClick={() => show(dayBeside(date, -1))}
          />
          <DayField label={t('logbook.day')} day={date} until={today} onChange={show} />
          <IconButton
            icon={IconChevronRight}
            label={t('logbook.dayAfter')}
            disabled={date >= today}
            onClick={() => show(dayBeside(date, 1))}
          />
          {LOGBOOK_FORMATS.map((format) => (
            <Button
              key={format}
              component="a"
              href={logbookFile(vesselId, date, format)}
              download
              variant="default"
              leftSection={<Icon of={format === 'pdf' ? IconFileTypePdf : IconFileTypeCsv} size={16} />}
            >
              {t(`seaService.${format}`)}
            </Button>
          ))}
        </div>
      </header>
      {book.error && !book.isPlaceholderData && !book.data ? (
        <LoadFailed sentence={t('logbook.failed')} error={book.error} onRetry={book.refetch} />
      ) : !book.data ? (
        <ListSkeleton rows={10} />
      ) : isEmpty(book.data) ? (
        <div className={classes.panel}>
          <Notice icon={IconNotebook} title={t('logbook.none')} hint={t('logbook.noneHint')} role="status" />
        </div>
      ) : (
        <Hours book={book.data} isStale={book.isPlaceholderData} />
      )}
    </section>
  )
}

const isEmpty = ({ hours, hours_recorded }: Logbook) =>
  hours_recorded === 0 && hours.every(({ remarks }) => remarks.length === 0)

function dayBeside(date: string, days: number): string {
  const moved = new Date(`${date}T12:00`)
  moved.setDate(moved.getDate() + days)
  return toDay(moved)
}

function Hours({ book, isStale }: { book: Logbook; isStale: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const columns = useHourColumns()
  return (
    <>
      <div className={classes.panel} data-stale={isStale || undefined}>
        <div className={classes.scroll}>
          <DataTable
            label={t('logbook.title')}
            rows={book.hours.map((hour) => ({ ...hour, id: hour.start }))}
            columns={columns}
            rowProps={({ recorded }) => (recorded ? {} : { className: classes.gap })}
            compact
          />
        </div>
      </div>
      <p className={classes.total}>
        {t('logbook.total', {
          distance: formats.quantity(book.total_distance, 'nmi'),
          recorded: formats.number(book.hours_recorded),
          hours: formats.number(book.hours.length),
        })}
      </p>
      <p className={classes.note}>{t('logbook.note')}</p>
    </>
  )
}

const degrees = (value: number | null) => (value === null ? null : `${compassDigits(value)}°`)
const quantity = (formats: Formats, value: number | null, unit: string) =>
  value === null ? <Missing /> : formats.quantity(value, unit)

function useHourColumns(): readonly Column<LogbookHour & { id: string }>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  return [
    {
      key: 'time',
      phone: 'lead',
      title: t('logbook.time'),
      cell: ({ start }) => <span className={classes.whole}>{formats.time(Date.parse(start))}</span>,
    },
    {
      key: 'position',
      title: t('logbook.position'),
      cell: ({ recorded, latitudeDeg, longitudeDeg }) =>
        recorded ? (
          latitudeDeg === null ? (
            <Missing />
          ) : (
            <span className={classes.whole}>{formats.coordinates(latitudeDeg, longitudeDeg)}</span>
          )
        ) : (
          t('logbook.gap')
        ),
    },
    { key: 'cog', title: t('logbook.cog'), right: true, cell: ({ cog }) => degrees(cog) ?? <Missing /> },
    {
      key: 'sog',
      title: t('logbook.sog'),
      right: true,
      cell: ({ sog }) => quantity(formats, sog, 'kn'),
    },
    {
      key: 'heading',
      title: t('logbook.heading'),
      right: true,
      cell: ({ heading }) => degrees(heading) ?? <Missing />,
    },
    {
      key: 'wind',
      title: t('logbook.wind'),
      right: true,
      cell: ({ wind_speed, wind_direction, wind_forecast }) =>
        wind_speed === null ? (
          <Missing />
        ) : (
          <>
            {wind_direction !== null && `${degrees(wind_direction)} `}
            {formats.quantity(wind_speed, 'm/s')}
            {wind_forecast && <span className={classes.quiet}> {t('logbook.forecast')}</span>}
          </>
        ),
    },
    {
      key: 'pressure',
      title: t('logbook.pressure'),
      right: true,
      cell: ({ pressure }) => quantity(formats, pressure, 'hPa'),
    },
    {
      key: 'depth',
      title: t('logbook.depth'),
      right: true,
      cell: ({ depth }) => quantity(formats, depth, 'm'),
    },
    {
      key: 'engines',
      title: t('logbook.engines'),
      right: true,
      cell: ({ engine_speed }) =>
        engine_speed.length === 0 ? (
          <Missing />
        ) : (
          `${engine_speed.map(({ rpm }) => formats.number(rpm)).join(' / ')} ${formats.unit('rpm')}`
        ),
    },
    {
      key: 'distance',
      phone: 'end',
      title: t('logbook.distance'),
      right: true,
      cell: ({ distance }) => quantity(formats, distance, 'nmi'),
    },
    {
      key: 'captain',
      title: t('logbook.captain'),
      cell: ({ captains }) =>
        captains.map((name) => (
          <span key={name} className={classes.captain}>
            {name}
          </span>
        )),
    },
    {
      key: 'remarks',
      phone: 'line',
      title: t('logbook.remarks'),
      cell: ({ remarks }) => (
        <ul className={classes.remarks}>
          {remarks.map(({ at, kind, text, by, severity }) => (
            <li key={`${at} ${kind} ${text}`}>
              <time dateTime={at}>{formats.time(Date.parse(at))}</time>{' '}
              {severity && (
                <>
                  <SeverityIcon severity={severity} />{' '}
                </>
              )}
              {by && <strong>{by}: </strong>}
              {text}
            </li>
          ))}
        </ul>
      ),
    },
  ]
}

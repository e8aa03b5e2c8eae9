import { Button, Skeleton } from '@mantine/core'
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSeaService, SEA_SERVICE_FORMATS } from '#contract/wire/seaService.ts'
import { call } from '../../api/call.ts'
import { here } from '../../base.ts'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import type { DayRange } from '../../forms/dayRange.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { DataTable } from '../../tables/DataTable.tsx'
import { dayRange } from '../../tables/listQuery.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import classes from './CaptainPage.module.css'
import { useCaptain } from './openCaptain.ts'
import { StatisticsTab } from './StatisticsTab.tsx'

/** Sea service of a captain by vessel, on the screen and as a file. */
export function SeaServiceDialog() {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const { id } = useCaptain()
  const close = () => void navigate({ to: '/captains/$captainId', params: { captainId: id } })
  const [days, setDays] = useState<Partial<DayRange>>({})
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const asked = { ...(days.from || days.to ? dayRange({ from: days.from, to: days.to }) : {}), timezone }
  const record = useQuery({
    queryKey: ['trips', 'sea-service', id, asked],
    queryFn: ({ signal }) => call(getSeaService, { params: { id }, query: asked, signal }),
    placeholderData: keepPreviousData,
  })
  const address = (format: string) =>
    `/api/captains/${id}/sea-service/${format}?${new URLSearchParams({ ...asked, ...days, language: currentLanguage() })}`
  const rows = record.data && [
    ...record.data.vessels,
    { ...record.data.total, id: 'total', name: t('seaService.total') },
  ]
  return (
    <>
      <StatisticsTab />
      <FormDialog title={t('seaService.title')} size={760} onClose={close}>
        <div className={classes.service}>
          <DateRangePicker from={days.from} to={days.to} onChange={(range) => setDays(range)} />
          {SEA_SERVICE_FORMATS.map((format) => (
            <Button
              key={format}
              component="a"
              href={here(address(format))}
              download
              variant="default"
              leftSection={<Icon of={format === 'pdf' ? IconFileTypePdf : IconFileTypeCsv} size={16} />}
            >
              {t(`seaService.${format}`)}
            </Button>
          ))}
        </div>
        {record.error && !record.data ? (
          <LoadFailed sentence={t('seaService.failed')} error={record.error} onRetry={record.refetch} />
        ) : rows ? (
          <DataTable
            label={t('seaService.title')}
            rows={rows}
            columns={[
              {
                key: 'vessel',
                title: t('trips.vessel'),
                cell: ({ id: vesselId, name }) => (vesselId === 'total' ? <strong>{name}</strong> : name),
              },
              {
                key: 'days',
                title: t('seaService.days'),
                right: true,
                cell: (row) => formats.number(row.days),
              },
              {
                key: 'hours',
                title: t('seaService.hours'),
                right: true,
                cell: (row) => <Quantity value={row.hours} unit="h" decimals={1} />,
              },
              {
                key: 'miles',
                title: t('trips.distance'),
                right: true,
                phone: 'end',
                cell: (row) => <Quantity value={row.miles} unit="nmi" decimals={1} />,
              },
              {
                key: 'trips',
                title: t('captains.trips'),
                right: true,
                cell: (row) => formats.number(row.nr_trips),
              },
            ]}
          />
        ) : (
          <Skeleton height={160} />
        )}
        <p className={classes.hint}>{t('seaService.note')}</p>
      </FormDialog>
    </>
  )
}

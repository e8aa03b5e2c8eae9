import { IconPlugConnected, IconRouter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device, listDevices } from '#contract/wire/device.ts'
import { waitingBytes } from '#contract/wire/deviceHealth.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import { deviceListQuery } from '../../api/devices.ts'
import classes from '../../devices/devices.module.css'
import { NoticeNames } from '../../devices/Notices.tsx'
import { receivedNames } from '../../devices/receivedNames.ts'
import { fileSize } from '../../i18n/fileSize.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import type { Column } from '../../tables/DataTable.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { listQuery, nameContains } from '../../tables/listQuery.ts'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { Ago } from '../../ui/Ago.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Missing } from '../../ui/Quantity.tsx'

const PAGE_SIZE = 20
const ORDER = 'vessel:asc'

/** Devices that report for vessels, with the vessel, last seen time and protocols of each. */
export function DevicesPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useDeviceColumns()
  const devices = useQuery(
    deviceListQuery(listQuery(search, { size: PAGE_SIZE, order: ORDER }, nameContains(search.q))),
  )
  const connect = (
    <Gate permission="vessel:vessel-pair-device">
      <ButtonLink to="/devices/connect/boat" search leftSection={<Icon of={IconPlugConnected} size={16} />}>
        {t('pairing.menuConnect')}
      </ButtonLink>
    </Gate>
  )
  return (
    <>
      <ListTable
        title={t('nav.devices')}
        query={devices}
        address={address}
        filters={['q']}
        pageSize={PAGE_SIZE}
        failed={t('error.devices')}
        nothing={t('devices.noMatch')}
        action={connect}
        empty={
          <Notice icon={IconRouter} title={t('devices.none')} hint={t('devices.noneHint')}>
            {connect}
          </Notice>
        }
        tools={<SearchField label={t('devices.search')} address={address} />}
        columns={columns}
        order={ORDER}
      />
      <Outlet />
    </>
  )
}

function useDeviceColumns(): readonly Column<Device, OrderOf<typeof listDevices>>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  return [
    {
      key: 'device',
      title: t('devices.device'),
      sort: 'id',
      cell: ({ id }) => (
        <Link to="/devices/$deviceId" params={{ deviceId: id }} search={true}>
          {id}
        </Link>
      ),
    },
    {
      key: 'kind',
      title: t('devices.kind'),
      cell: ({ kind }) => (
        <>
          {t(`devices.kinds.${kind}`)}
          {(kind === 'tracker' || kind === 'nmea') && (
            <span className={classes.hint}> · {t('devices.notAuthenticated')}</span>
          )}
        </>
      ),
    },
    {
      key: 'vessel',
      title: t('devices.vessel'),
      sort: 'vessel',
      cell: ({ vessel, last_vessel }) =>
        vessel ? (
          <Link to="/vessels/$vesselId" params={{ vesselId: vessel.id }}>
            {vessel.name}
          </Link>
        ) : (
          t('devices.lastOn', { name: last_vessel.name })
        ),
    },
    {
      key: 'notices',
      phone: 'line',
      title: t('devices.notices'),
      cell: ({ notices }) => <NoticeNames notices={notices} />,
    },
    {
      key: 'lastSeen',
      phone: 'end',
      title: t('devices.lastSeen'),
      sort: 'last_seen',
      cell: ({ last_seen }) => (last_seen === null ? t('devices.never') : <Ago ms={last_seen} />),
    },
    {
      key: 'onBoard',
      phone: 'none',
      title: t('devices.board.waiting'),
      right: true,
      cell: ({ health }) => {
        if (!health) return <Missing />
        const bytes = waitingBytes(health)
        return bytes === 0 ? formats.quantity(0, 'kB', 0) : fileSize(bytes, formats)
      },
    },
    {
      key: 'ways',
      phone: 'none',
      title: t('devices.ways'),
      cell: ({ ways }) => <span className={classes.whole}>{receivedNames(ways) || <Missing />}</span>,
    },
    {
      key: 'formats',
      title: t('devices.formats'),
      cell: (device) => receivedNames(device.formats) || <Missing />,
    },
    {
      key: 'samples',
      phone: 'none',
      title: t('devices.samples'),
      right: true,
      cell: ({ samples_per_minute }) =>
        samples_per_minute === null ? <Missing /> : formats.number(samples_per_minute),
    },
  ]
}

import { IconPolygon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { GEOFENCE_TYPES } from '#contract/geofence.ts'
import { geofenceListQuery } from '../../api/geofences.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import table from '../../tables/DataTable.module.css'
import { DataTable } from '../../tables/DataTable.tsx'
import { ListPage } from '../../tables/ListPage.tsx'
import { choices, listQuery, nameContains } from '../../tables/listQuery.ts'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { Notice } from '../../ui/Notice.tsx'

const PAGE_SIZE = 20
const ORDER = 'name:asc'

export function GeofencesPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const address = useListAddress()
  const { search, change } = address
  const geofences = useQuery(
    geofenceListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...nameContains(search.q),
        ...choices({ type: search.type }),
      ]),
    ),
  )
  return (
    <ListPage
      title={t('nav.geofences')}
      query={geofences}
      address={address}
      filters={['q', 'type']}
      pageSize={PAGE_SIZE}
      failed={t('error.geofences')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconPolygon} title={t('later.geofences')} hint={t('later.geofencesHint')} />}
      tools={
        <>
          <SearchField label={t('geofences.search')} address={address} />
          <ChoiceFilter
            label={t('alerts.type')}
            name="type"
            address={address}
            options={GEOFENCE_TYPES.map((value) => ({ value, label: t(`geofences.types.${value}`) }))}
          />
        </>
      }
    >
      {(rows) => (
        <DataTable
          label={t('nav.geofences')}
          columns={[
            {
              key: 'name',
              title: t('common.name'),
              sort: 'name',
              cell: ({ name, is_harbor }) => (
                <span>
                  {name} {is_harbor && <span className={table.aside}>{t('geofences.harbor')}</span>}
                </span>
              ),
            },
            {
              key: 'type',
              title: t('alerts.type'),
              cell: ({ type }) => t(`geofences.types.${type}`),
            },
            {
              key: 'department',
              title: t('users.department'),
              cell: ({ department }) => department.name,
            },
            {
              key: 'modified',
              title: t('geofences.modified'),
              sort: 'modified_at',
              cell: (geofence) => formats.dateTime(Date.parse(geofence.modified_at)),
            },
          ]}
          rows={rows}
          order={search.order ?? ORDER}
          onOrder={(order) => change({ order: order === ORDER ? undefined : order })}
        />
      )}
    </ListPage>
  )
}

import { useTranslation } from 'react-i18next'
import type { OrderOf } from '#contract/wire/list.ts'
import type { CountedOrganization, listOrganizations } from '#contract/wire/organization.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import type { Column } from '../../tables/DataTable.tsx'
import { Place } from '../../tables/Place.tsx'
import { Missing } from '../../ui/Quantity.tsx'

export function useOrganizationColumns(): readonly Column<
  CountedOrganization,
  OrderOf<typeof listOrganizations>
>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const when = (iso: string | null) => (iso ? formats.dateTime(Date.parse(iso)) : <Missing />)
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      cell: ({ name }) => <strong style={{ fontWeight: 500 }}>{name}</strong>,
    },
    { key: 'contact', title: t('organizations.contact'), cell: ({ contact }) => contact || <Missing /> },
    {
      key: 'created',
      title: t('organizations.created'),
      sort: 'created_at',
      cell: (organization) => formats.date(Date.parse(organization.created_at)),
    },
    {
      key: 'lastLogin',
      title: t('organizations.lastLogin'),
      sort: 'last_login',
      cell: (organization) => when(organization.last_login),
    },
    {
      key: 'country',
      phone: 'end',
      title: t('organizations.place'),
      sort: 'country',
      cell: (organization) => <Place {...organization} />,
    },
    {
      key: 'trips',
      title: t('organizations.trips'),
      sort: 'trips',
      right: true,
      cell: ({ statistics }) => formats.number(statistics.number_of_trips),
    },
  ]
}

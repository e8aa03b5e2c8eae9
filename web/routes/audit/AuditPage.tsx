import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ACTS } from '#contract/wire/audit.ts'
import { auditQuery } from '../../api/audit.ts'
import { usersQuery } from '../../api/users.ts'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, daysBetween, listQuery } from '../../tables/listQuery.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { Notice } from '../../ui/Notice.tsx'
import { actKey } from './acts.ts'
import { useAuditColumns } from './useAuditColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'at:desc'
/** Number of people that the filter offers. */
const PEOPLE = { limit: 100, order: [{ field: 'name' as const, direction: 'asc' as const }] }

/** Audit log: who changed which record, when, from which address, with values before and after. */
export function AuditPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search, change } = address
  const columns = useAuditColumns()
  const people = useQuery(usersQuery(PEOPLE))
  const acts = useQuery(
    auditQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({ user_id: search.user, act: search.type }),
        ...daysBetween('at', search),
      ]),
    ),
  )
  return (
    <ListTable
      title={t('audit.title')}
      query={acts}
      address={address}
      filters={['user', 'type', 'from', 'to']}
      pageSize={PAGE_SIZE}
      failed={t('error.audit')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconHistory} title={t('audit.none')} hint={t('audit.noneHint')} />}
      nested
      tools={
        <>
          <ChoiceFilter
            label={t('audit.who')}
            name="user"
            address={address}
            options={(people.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <ChoiceFilter
            label={t('audit.what')}
            name="type"
            address={address}
            options={ACTS.map((act) => ({ value: act, label: t(actKey(act)) }))}
          />
          <DateRangePicker from={search.from} to={search.to} onChange={change} />
        </>
      }
      columns={columns}
      order={ORDER}
    />
  )
}

import { useLocalStorage } from '@mantine/hooks'
import { IconRoute } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePermission, useUser } from '../../api/user.ts'
import { ListFooter } from '../../tables/ListFooter.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TripCards } from './TripCards.tsx'
import { TripsHeader, type TripsView } from './TripsHeader.tsx'
import classes from './TripsPage.module.css'
import { TripsSkeleton } from './TripsSkeleton.tsx'
import { TripTable } from './TripTable.tsx'
import { hasFilters, useTripList } from './useTripList.ts'

export function TripsPage() {
  const user = useUser()
  const allowed = usePermission('department:trip-view', user.department_id)
  return allowed ? (
    <TripList />
  ) : (
    <div className={classes.whole}>
      <NoAccess />
    </div>
  )
}

function TripList() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/console/trips' })
  const navigate = useNavigate({ from: '/trips' })
  const [view, setView] = useLocalStorage<TripsView>({
    key: 'trips-view',
    defaultValue: 'table',
    getInitialValueInEffect: false,
  })
  const { trips, paths } = useTripList(search)

  if (trips.isError && !trips.data) {
    return (
      <div className={classes.whole}>
        <LoadFailed sentence={t('error.trips')} error={trips.error} onRetry={trips.refetch} />
      </div>
    )
  }
  const rows = trips.data?.data
  if (rows?.length === 0 && !hasFilters(search) && !search.page) {
    return (
      <div className={classes.whole}>
        <Notice icon={IconRoute} title={t('trips.title')} hint={t('trips.none')} />
      </div>
    )
  }
  return (
    <div className={classes.page}>
      <TripsHeader search={search} view={view} onView={setView} />
      {!rows ? (
        <TripsSkeleton view={view} rows={search.size ?? 10} />
      ) : rows.length === 0 ? (
        <div className={classes.empty}>
          <Notice icon={IconRoute} title={t(view === 'cards' ? 'trips.empty' : 'common.noData')} />
        </div>
      ) : (
        <div
          className={view === 'cards' ? classes.cardList : classes.tableList}
          data-stale={trips.isPlaceholderData || undefined}
        >
          {view === 'cards' ? (
            <TripCards trips={rows} paths={paths} />
          ) : (
            <TripTable trips={rows} paths={paths} compact={view === 'compact'} search={search} />
          )}
          <ListFooter
            page={search.page ?? 0}
            size={search.size ?? 10}
            total={trips.data?.total ?? 0}
            onPage={(page) => navigate({ search: (now) => ({ ...now, page: page || undefined }) })}
            onSize={(size) => navigate({ search: (now) => ({ ...now, page: undefined, size }) })}
          />
        </div>
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconPin, IconRoute } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/user.ts'
import { StillPreparing } from '../../preparing/StillPreparing.tsx'
import { usePreparing } from '../../preparing/usePreparing.ts'
import { EmptyPage } from '../../tables/EmptyPage.tsx'
import { ListFooter } from '../../tables/ListFooter.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { listedTrips } from '../../trips/listedTrips.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { GonePins } from './GonePins.tsx'
import { TripCards } from './TripCards.tsx'
import { TripsHeader, type TripsView, type WhichTrips } from './TripsHeader.tsx'
import classes from './TripsPage.module.css'
import { TripsSkeleton } from './TripsSkeleton.tsx'
import { TripTable } from './TripTable.tsx'
import { DEFAULT_ORDER, hasFilters, useTripList } from './useTripList.ts'

export function TripsPage() {
  const allowed = usePermission('department:trip-view')
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
  const address = useListAddress()
  const { search, change } = address
  const [chosenView, setView] = useRemembered<TripsView>('trips-view', 'table')
  const [which, setWhich] = useRemembered<WhichTrips>('trips-which', 'all')
  const phone = usePhone()
  const view = phone ? 'cards' : chosenView
  const onlyPinned = which === 'pinned'
  const { rows, paths, total, error, stale, refetch, goneIds } = useTripList(search, onlyPinned)
  useEffect(() => listedTrips.note(search), [search])
  const preparing = usePreparing(search)

  const filtered = hasFilters(search)
  if (rows?.length === 0 && !onlyPinned && !filtered && !search.page && preparing === null) {
    return (
      <EmptyPage
        title={t('trips.title')}
        icon={IconRoute}
        sentence={t('trips.empty')}
        hint={t('trips.none')}
      />
    )
  }
  return (
    <div className={classes.page}>
      <TripsHeader
        address={address}
        view={chosenView}
        onView={setView}
        which={which}
        onWhich={(next) => {
          setWhich(next)
          if (search.page) address.turnTo(0)
        }}
      />
      <GonePins ids={goneIds} />
      <StillPreparing sentence={preparing} />
      {rows === undefined ? (
        error ? (
          <LoadFailed
            sentence={t(onlyPinned ? 'error.pinnedTrips' : 'error.trips')}
            error={error}
            onRetry={refetch}
          />
        ) : (
          <TripsSkeleton view={view} rows={search.size ?? 10} />
        )
      ) : rows.length === 0 && preparing !== null && !onlyPinned ? null : rows.length === 0 ? (
        <div className={classes.empty}>
          {onlyPinned && !filtered ? (
            <Notice icon={IconPin} title={t('trips.noPinned')} hint={t('trips.noPinnedHint')} />
          ) : (
            <Notice
              icon={IconRoute}
              title={t(view === 'cards' ? 'trips.empty' : 'common.noData')}
              role="status"
            >
              <Button
                variant="default"
                onClick={() =>
                  change({ vessel: undefined, captain: undefined, from: undefined, to: undefined })
                }
              >
                {t('common.reset')}
              </Button>
            </Notice>
          )}
        </div>
      ) : (
        <div
          className={view === 'cards' ? classes.cardList : classes.tableList}
          data-stale={stale || undefined}
        >
          {view === 'cards' ? (
            <TripCards trips={rows} paths={paths} />
          ) : (
            <TripTable
              trips={rows}
              paths={paths}
              compact={view === 'compact'}
              order={search.order ?? DEFAULT_ORDER}
              onOrder={(order) => change({ order: order === DEFAULT_ORDER ? undefined : order })}
            />
          )}
          {!onlyPinned && (
            <ListFooter
              page={search.page ?? 0}
              size={search.size ?? 10}
              total={total}
              onPage={address.turnTo}
              onSize={(size) => change({ size })}
            />
          )}
        </div>
      )}
    </div>
  )
}

const useRemembered = <Value extends string>(key: string, defaultValue: Value) =>
  useLocalStorage<Value>({ key, defaultValue, getInitialValueInEffect: false })

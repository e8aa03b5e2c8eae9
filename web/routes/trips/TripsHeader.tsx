import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { compareNames } from '#contract/text/nameOrder.ts'
import { SEA_STATES } from '#contract/wire/trip.ts'
import { captainsQuery } from '../../api/captains.ts'
import { usePins } from '../../api/pins.ts'
import { useVesselChoices } from '../../fleet/useDistinctNames.ts'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useVesselNames } from '../../live/vesselNames.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { namesOf } from '../../loading/namesState.ts'
import { oneOf } from '../../tables/listQuery.ts'
import type { ListAddress } from '../../tables/useListAddress.ts'
import { withChosen } from '../../tables/withChosen.ts'
import { HintedHeading } from '../../ui/HintedHeading.tsx'
import { Segment } from '../../ui/Segment.tsx'
import classes from './TripsPage.module.css'
import { hasFilters } from './useTripList.ts'

export type TripsView = 'cards' | 'table' | 'compact'
export type WhichTrips = 'all' | 'pinned'

interface Props {
  address: ListAddress
  view: TripsView
  onView: (view: TripsView) => void
  which: WhichTrips
  onWhich: (which: WhichTrips) => void
}

/** States offered as filters; most trips are at sea and undecided. */
const SHOWN_STATES = ['doubted', 'ashore', 'confirmed'] as const

/** Header with filters, which the address stores, and the view and choice of trips, which the browser remembers. */
export function TripsHeader({ address, view, onView, which, onWhich }: Props) {
  const { t } = useTranslation()
  const { search, change: filter } = address
  const { pins } = usePins()
  const vessels = useVessels((states) => states.all())
  const vesselNames = useVesselNames()
  const vesselChoices = useVesselChoices(vessels)
  const captains = useQuery(captainsQuery)
  const choices = (rows: readonly { id: string; name: string }[] = []) =>
    rows
      .map(({ id, name }) => ({ value: id, label: name }))
      .sort((a, b) => compareNames(currentLanguage())(a.label, b.label))

  return (
    <header className={classes.header}>
      <HintedHeading title={t('trips.title')} section="trips" hint={t('trips.help')} />
      <div className={classes.which}>
        <Segment
          label={t('trips.which')}
          value={which}
          onChange={onWhich}
          options={[
            { value: 'all', label: t('trips.all') },
            { value: 'pinned', label: t('trips.pinned'), count: pins.length },
          ]}
        />
      </div>
      <div className={classes.filters}>
        <Select
          className={classes.filter}
          aria-label={t('trips.vessel')}
          placeholder={t('trips.vessel')}
          data={withChosen(vesselChoices, search.vessel, vesselNames)}
          value={search.vessel ?? null}
          onChange={(vessel) => filter({ vessel: vessel ?? undefined })}
          searchable
          clearable
          nothingFoundMessage={t('palette.nothing')}
        />
        <Select
          className={classes.filter}
          aria-label={t('trips.captain')}
          placeholder={t('trips.captain')}
          data={withChosen(choices(captains.data?.data), search.captain, namesOf(captains))}
          value={search.captain ?? null}
          onChange={(captain) => filter({ captain: captain ?? undefined })}
          searchable
          clearable
          nothingFoundMessage={t('trips.noCaptain')}
        />
        <Select
          className={classes.filter}
          aria-label={t('trips.status')}
          placeholder={t('trips.status')}
          data={SHOWN_STATES.map((state) => ({ value: state, label: t(`trips.seaState.${state}`) }))}
          value={oneOf(SEA_STATES, search.status) ?? null}
          onChange={(status) => filter({ status: status ?? undefined })}
          clearable
        />
        <DateRangePicker from={search.from} to={search.to} onChange={filter} />
        {hasFilters(search) && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() =>
              filter({
                ...{
                  vessel: undefined,
                  captain: undefined,
                  status: undefined,
                  from: undefined,
                  to: undefined,
                },
              })
            }
          >
            {t('common.reset')}
          </Button>
        )}
      </div>
      <div className={classes.modes}>
        <Segment
          label={t('trips.view')}
          value={view}
          onChange={onView}
          options={[
            { value: 'cards', label: t('trips.cards') },
            { value: 'table', label: t('trips.table') },
            { value: 'compact', label: t('trips.compact') },
          ]}
        />
      </div>
    </header>
  )
}

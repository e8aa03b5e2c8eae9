import { Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconPlus, IconSpeedboat } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { VESSEL_STATUSES } from '#contract/domain/vesselStatuses.ts'
import { setPreference, usePreference } from '../../preferences/preferences.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import { ListPage } from '../../tables/ListPage.tsx'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segment } from '../../ui/Segment.tsx'
import { useVesselList } from './useVesselList.ts'
import { VesselCards } from './VesselCards.tsx'
import { VesselTable } from './VesselTable.tsx'

type View = 'cards' | 'table' | 'compact'

const PAGE_SIZE = 20

/** Fleet as a live list, vessels under way first. */
export function VesselsPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const [view, setView] = useLocalStorage<View>({
    key: 'vessels-view',
    defaultValue: 'cards',
    getInitialValueInEffect: false,
  })
  const withUnpaired = usePreference('show-unpaired-vessels')
  const { list, isFleetEmpty } = useVesselList(search, PAGE_SIZE, withUnpaired)
  const add = (
    <Gate permission="department:vessel-create">
      <ButtonLink to="/vessels/new" search leftSection={<Icon of={IconPlus} size={16} />}>
        {t('vessels.add')}
      </ButtonLink>
    </Gate>
  )
  return (
    <>
      <ListPage
        title={t('nav.vessels')}
        query={list}
        address={address}
        filters={['q', 'status']}
        pageSize={PAGE_SIZE}
        failed={t('error.vessels')}
        nothing={t('vessels.nothing')}
        empty={
          isFleetEmpty ? (
            <Notice icon={IconSpeedboat} title={t('vessels.none')} hint={t('vessels.noneHint')}>
              {add}
              <ButtonLink to="/resources/help/$slug" params={{ slug: 'pairing-vessels' }} variant="default">
                {t('vessels.howToPair')}
              </ButtonLink>
            </Notice>
          ) : (
            <Notice icon={IconSpeedboat} title={t('map.noPairedVessels')} />
          )
        }
        action={add}
        always={
          <Switch
            label={t('vessels.showUnpaired')}
            checked={withUnpaired}
            onChange={({ currentTarget }) => setPreference('show-unpaired-vessels', currentTarget.checked)}
          />
        }
        bare={view === 'cards'}
        tools={
          <>
            <SearchField label={t('vessels.search')} address={address} />
            <ChoiceFilter
              label={t('vessels.status')}
              name="status"
              address={address}
              options={VESSEL_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            />
            <Segment
              label={t('trips.view')}
              value={view}
              onChange={setView}
              options={[
                { value: 'cards', label: t('trips.cards') },
                { value: 'table', label: t('trips.table') },
                { value: 'compact', label: t('trips.compact') },
              ]}
            />
          </>
        }
      >
        {(rows) =>
          view === 'cards' ? (
            <VesselCards vessels={rows} />
          ) : (
            <VesselTable vessels={rows} compact={view === 'compact'} />
          )
        }
      </ListPage>
      <Outlet />
    </>
  )
}

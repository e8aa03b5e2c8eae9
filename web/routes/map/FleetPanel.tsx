import { Tabs } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { usePermission } from '../../api/user.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import classes from './FleetPanel.module.css'
import { TripsTab } from './TripsTab.tsx'
import { VesselsTab } from './VesselsTab.tsx'

/** Side panel of the fleet map with trips and vessels. */
export function FleetPanel({
  selectedId,
  shows,
}: {
  selectedId: string | null
  shows: (vessel: MapVessel) => boolean
}) {
  const { t } = useTranslation()
  const mayTrips = usePermission('department:trip-view')
  const [tab, setTab] = useLocalStorage<string | null>({
    key: 'map-tab',
    defaultValue: 'trips',
    getInitialValueInEffect: false,
  })
  const vessels = useVessels((states) => (states.ready() ? states.all().length : undefined))
  const { show } = useSearch({ from: '/console/map' })
  return (
    <Tabs
      className={classes.tabs}
      classNames={{ list: classes.tabList, panel: classes.tabPanel }}
      value={mayTrips && !show ? tab : 'vessels'}
      onChange={setTab}
      keepMounted={false}
    >
      <Tabs.List>
        {mayTrips && <Tabs.Tab value="trips">{t('nav.trips')}</Tabs.Tab>}
        <Tabs.Tab value="vessels" rightSection={vessels !== undefined && <CountBadge count={vessels} />}>
          {t('map.vessels')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="trips">
        <TripsTab selectedVesselId={selectedId} />
      </Tabs.Panel>
      <Tabs.Panel value="vessels">
        <VesselsTab selectedId={selectedId} shows={shows} />
      </Tabs.Panel>
    </Tabs>
  )
}

import { ActionIcon, Tabs } from '@mantine/core'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePermission } from '../../api/user.ts'
import { useVessel } from '../../live/vesselStates.ts'
import type { TrackMeasure } from '../../map/colourRamp.ts'
import type { Track } from '../../map/track.ts'
import { AnalysisState } from '../../trips/AnalysisState.tsx'
import { onlyMoment } from '../../trips/moment/momentInAddress.ts'
import { PathKey } from '../../trips/path/PathKey.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LiveBadge, StatusPill } from '../../ui/StatusPill.tsx'
import { TripTitle } from '../../ui/TripTitle.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { VesselPicture } from '../../ui/VesselPicture.tsx'
import type { AlertFocus } from './alerts/alertFocus.ts'
import { type AlertsQuery, TripAlerts } from './alerts/TripAlerts.tsx'
import { TripInfo } from './TripInfo.tsx'
import classes from './TripPanel.module.css'
import { TripStatistics } from './TripStatistics.tsx'

interface Props {
  trip: Trip
  alerts: AlertsQuery
  focus: AlertFocus
  track: Track | null
  measure: TrackMeasure
  onMeasure: (measure: TrackMeasure) => void
  /** Views of the trip and its plot, shown here on a phone instead of beside and below the map. */
  above?: ReactNode
  chart?: ReactNode
}

/** Panel with all details of the trip, beside its map. */
export function TripPanel({ trip, alerts, focus, track, measure, onMeasure, above, chart }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const vessel = useVessel(trip.vessel_id)
  const [tab, setTab] = useTab(focus)
  const legend = (
    <div className={classes.legend}>
      <PathKey {...{ trip, track, measure, onMeasure }} />
    </div>
  )
  return (
    <>
      {phone ? (
        // On a phone the top bar shows the title and the way back.
        <h1 className={classes.unseen}>{t('trip.by', { vessel: trip.vessel.name })}</h1>
      ) : (
        <PanelHead trip={trip} />
      )}
      <div className={classes.scroll}>
        {above && <div className={classes.views}>{above}</div>}
        {chart && <div className={classes.chart}>{chart}</div>}
        <div className={classes.picture}>
          <VesselPicture
            name={trip.vessel.name}
            kind={vessel?.kind ?? 'motor'}
            url={trip.vessel.picture_url}
            height={128}
          />
        </div>
        <div className={classes.status}>
          {trip.live && vessel && <StatusPill status={vessel.status} plain />}
          <Link className={classes.link} to="/trips/$tripId" params={{ tripId: trip.id }} search={onlyMoment}>
            {t('trip.viewDetails')}
            <Icon of={IconChevronRight} size={16} />
          </Link>
        </div>
        {!trip.analysis.complete && (
          <div className={classes.analysis}>
            <AnalysisState trip={trip} />
          </div>
        )}
        <Tabs value={tab} onChange={setTab} classNames={{ list: classes.tabs }} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="info">{t('trip.info')}</Tabs.Tab>
            <Tabs.Tab value="statistics">{t('trip.statistics')}</Tabs.Tab>
            {usePermission('department:alert-view') && (
              <Tabs.Tab
                value="alerts"
                rightSection={<CountBadge count={alerts.data?.total ?? trip.num_alerts} />}
              >
                {t('trip.tab.alerts')}
              </Tabs.Tab>
            )}
          </Tabs.List>
          <Tabs.Panel value="info">
            <TripInfo trip={trip} vessel={vessel} />
          </Tabs.Panel>
          <Tabs.Panel value="statistics">
            <TripStatistics trip={trip} />
          </Tabs.Panel>
          <Tabs.Panel value="alerts">
            <TripAlerts tripId={trip.id} query={alerts} focus={focus} />
          </Tabs.Panel>
        </Tabs>
        {chart && legend}
      </div>
      {!chart && legend}
    </>
  )
}

/** Shows the alert that the user selected on the map or the plot. */
function useTab(focus: AlertFocus) {
  const [tab, setTab] = useState<string | null>('info')
  const pressedElsewhere = useSyncExternalStore(focus.subscribe, () => {
    const focused = focus.get()
    return focused?.pressed && focused.by !== 'list' ? focused.alert.id : null
  })
  useEffect(() => {
    if (pressedElsewhere) setTab('alerts')
  }, [pressedElsewhere])
  return [tab, setTab] as const
}

function PanelHead({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const router = useRouter()
  const back = () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/map' })
  }
  return (
    <header className={classes.head}>
      <ActionIcon aria-label={t('common.goBack')} onClick={back}>
        <Icon of={IconArrowLeft} />
      </ActionIcon>
      <h1 className={classes.title}>
        <TripTitle trip={trip} />
      </h1>
      {trip.live && <LiveBadge />}
    </header>
  )
}

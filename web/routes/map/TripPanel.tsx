import { ActionIcon, Tabs } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import { useVessel } from '../../live/vesselStates.ts'
import type { TrackMeasure } from '../../map/colourRamp.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Segment } from '../../ui/Segment.tsx'
import { LiveBadge, StatusPill } from '../../ui/StatusPill.tsx'
import { VesselPicture } from '../../ui/VesselPicture.tsx'
import { PathLegend } from './PathLegend.tsx'
import { TripInfo } from './TripInfo.tsx'
import classes from './TripPanel.module.css'
import { TripStatistics } from './TripStatistics.tsx'

interface Props {
  trip: Trip
  measure: TrackMeasure
  onMeasure: (measure: TrackMeasure) => void
  /** On a phone the chart stands here instead of under the map. */
  chart?: ReactNode
}

/** What is known of the trip beside its map. */
export function TripPanel({ trip, measure, onMeasure, chart }: Props) {
  const { t } = useTranslation()
  const vessel = useVessel(trip.vessel_id)
  const legend = (
    <div className={classes.legend}>
      <Segment
        small
        fullWidth
        label={t('trip.colourBy')}
        value={measure}
        onChange={onMeasure}
        options={[
          { value: 'impact', label: t('map.impact') },
          { value: 'speed', label: t('trip.speed') },
        ]}
      />
      <PathLegend trip={trip} measure={measure} />
    </div>
  )
  return (
    <>
      <PanelHead trip={trip} />
      <div className={classes.scroll}>
        {chart && <div className={classes.chart}>{chart}</div>}
        <div className={classes.picture}>
          <VesselPicture
            name={trip.vessel.name}
            kind={vessel?.kind ?? 'motor'}
            url={trip.vessel.picture_url}
            height={128}
          />
        </div>
        {vessel && (
          <div className={classes.status}>
            <StatusPill status={vessel.status} plain />
            <Link className={classes.link} to="/map" search={{ vessel: vessel.id }}>
              {t('trip.showVessel')}
            </Link>
          </div>
        )}
        <Tabs defaultValue="info" classNames={{ list: classes.tabs }} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="info">{t('trip.info')}</Tabs.Tab>
            <Tabs.Tab value="statistics">{t('trip.statistics')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="info">
            <TripInfo trip={trip} vessel={vessel} />
          </Tabs.Panel>
          <Tabs.Panel value="statistics">
            <TripStatistics trip={trip} />
          </Tabs.Panel>
        </Tabs>
        {chart && legend}
      </div>
      {!chart && legend}
    </>
  )
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
      <h1 className={classes.title}>{t('trip.by', { vessel: trip.vessel.name })}</h1>
      {trip.live && <LiveBadge />}
    </header>
  )
}

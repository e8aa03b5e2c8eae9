import { Button, UnstyledButton } from '@mantine/core'
import { IconListDetails, IconRoute, IconShieldCheck, IconSteeringWheel, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { usePermission } from '../../api/user.ts'
import { useExpectedBack } from '../../fleet/useExpectedBack.ts'
import { MapPopup } from '../../map/MapPopup.tsx'
import type { Track } from '../../map/track.ts'
import { LazyGuardDialog } from '../../rules/LazyGuardDialog.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LiveValue } from '../../ui/LiveValue.tsx'
import { Course, Quantity } from '../../ui/Quantity.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { VesselPicture } from '../../ui/VesselPicture.tsx'
import classes from './VesselPopup.module.css'

interface Props {
  vessel: MapVessel
  track: Track | null
  onClose: () => void
}

/** The selected vessel: picture, state, and age of the data. */
export function VesselPopup({ vessel, track, onClose }: Props) {
  const { t } = useTranslation()
  const mayTrips = usePermission('vessel:trip-view', vessel.id)
  const mayFence = usePermission('department:geofence-create', vessel.id)
  const mayRule = usePermission('department:rule-create', vessel.id)
  const expectedBack = useExpectedBack(vessel.id)
  const [isGuarding, setGuarding] = useState(false)
  // A vessel under way has no fixed place to guard.
  const mayGuard = mayFence && mayRule && vessel.status !== 'sailing'
  if (vessel.latitudeDeg === null || vessel.longitudeDeg === null) return null
  return (
    <MapPopup
      label={vessel.name}
      x={mercatorX(vessel.longitudeDeg)}
      y={mercatorY(vessel.latitudeDeg)}
      track={track}
    >
      <VesselPicture name={vessel.name} kind={vessel.kind} url={vessel.picture_url} height={104} />
      <UnstyledButton className={classes.close} aria-label={t('common.close')} onClick={onClose}>
        <Icon of={IconX} size={14} />
      </UnstyledButton>
      <div className={classes.body}>
        <div className={classes.head}>
          <span className={classes.name}>{vessel.name}</span>
          <StatusPill status={vessel.status} />
          <span className={classes.age}>
            <UpdatedAgo ms={vessel.last_updated} />
          </span>
        </div>
        {expectedBack && <p className={classes.expected}>{expectedBack}</p>}
        <Figures vessel={vessel} />
        {vessel.trip_id && mayTrips && (
          <Button
            component={Link}
            to="/map/trips/$tripId"
            params={{ tripId: vessel.trip_id } as never}
            size="sm"
            fullWidth
            leftSection={<Icon of={IconRoute} size={16} />}
          >
            {t('map.viewTrip')}
          </Button>
        )}
        <VesselViews vesselId={vessel.id} />
        {mayGuard && (
          <Button
            variant="default"
            size="sm"
            fullWidth
            leftSection={<Icon of={IconShieldCheck} size={16} />}
            onClick={() => setGuarding(true)}
          >
            {t('guard.menu')}
          </Button>
        )}
      </div>
      {isGuarding && (
        <Suspense>
          <LazyGuardDialog vessel={vessel} onClose={() => setGuarding(false)} />
        </Suspense>
      )}
    </MapPopup>
  )
}

/** Links to the vessel's helm and page. */
export function VesselViews({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const mayView = usePermission('vessel:vessel-view', vesselId)
  if (!mayView) return null
  return (
    <div className={classes.views}>
      <ButtonLink
        to="/vessels/$vesselId/helm"
        params={{ vesselId }}
        variant="default"
        size="sm"
        leftSection={<Icon of={IconSteeringWheel} size={16} />}
      >
        {t('helm.view')}
      </ButtonLink>
      <ButtonLink
        to="/vessels/$vesselId"
        params={{ vesselId }}
        variant="default"
        size="sm"
        leftSection={<Icon of={IconListDetails} size={16} />}
      >
        {t('map.vesselDetails')}
      </ButtonLink>
    </div>
  )
}

export function UpdatedAgo({ ms }: { ms: number | null }) {
  const { t } = useTranslation()
  if (ms === null) return <>{t('map.neverUpdated')}</>
  return (
    <>
      {t('map.updated')} <Ago ms={ms} />
    </>
  )
}

function Figures({ vessel }: { vessel: MapVessel }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t(vessel.sog_derived ? 'map.sogDerived' : 'map.sog')}</dt>
        <dd>
          <LiveValue of={vessel} name="sog">
            <Quantity value={vessel.sog} unit="kn" />
          </LiveValue>
        </dd>
      </div>
      <div>
        <dt>{t('map.course')}</dt>
        <dd>
          <LiveValue of={vessel} name="cog">
            <Course deg={vessel.cog} />
          </LiveValue>
        </dd>
      </div>
      <div>
        <dt>{t('map.impact')}</dt>
        <dd>
          <LiveValue of={vessel} name="impact">
            <Quantity value={vessel.impact} unit="g" />
          </LiveValue>
        </dd>
      </div>
    </dl>
  )
}

import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { usePermission } from '../../../api/user.ts'
import { FirstData } from '../../../devices/FirstData.tsx'
import { useServerNow } from '../../../live/useServerNow.ts'
import { useVessels } from '../../../live/vesselStates.ts'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Late } from '../../../ui/Late.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import classes from './FirstBoat.module.css'
import { firstBoat } from './firstBoat.ts'

/** Leads a new organization from an empty fleet to the first data of a boat; its dialogs open over it. */
export function FirstBoatPage() {
  const { t } = useTranslation()
  const mayView = usePermission('department:vessel-view')
  const isReady = useVessels((states) => states.ready())
  const vessel = useVessels((states) => firstBoat(states.all()))
  if (!mayView) return <NoAccess />
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('firstBoat.title')}</h1>
      <p className={classes.lead}>{t('firstBoat.lead')}</p>
      {isReady ? (
        <ol className={classes.steps}>
          <Add vessel={vessel} />
          <Connect vessel={vessel} />
          <Data vessel={vessel} />
        </ol>
      ) : (
        <Late>
          <Skeleton height={320} radius={8} aria-label={t('vessel.loading')} />
        </Late>
      )}
      <Link to="/map" className={classes.later}>
        {t('firstBoat.later')}
      </Link>
      <Outlet />
    </div>
  )
}

interface Props {
  vessel: MapVessel | undefined
}

function Add({ vessel }: Props) {
  const { t } = useTranslation()
  const mayAdd = usePermission('department:vessel-create')
  return (
    <Step title={t('firstBoat.add')} isDone={vessel !== undefined}>
      {vessel ? (
        <Link to="/vessels/$vesselId" params={{ vesselId: vessel.id }} className={classes.name}>
          {vessel.name}
        </Link>
      ) : mayAdd ? (
        <>
          <p>{t('firstBoat.addHint')}</p>
          <ButtonLink to="/first-boat/new">{t('vessels.add')}</ButtonLink>
        </>
      ) : (
        <p>{t('firstBoat.othersAdd')}</p>
      )}
    </Step>
  )
}

function Connect({ vessel }: Props) {
  const { t } = useTranslation()
  const mayPair = usePermission('vessel:vessel-pair-device', vessel?.id)
  const isDone = vessel !== undefined && (vessel.status !== 'unpaired' || vessel.last_updated !== null)
  return (
    <Step title={t('firstBoat.connect')} isDone={isDone}>
      <p>{t(mayPair ? 'firstBoat.connectHint' : 'firstBoat.othersConnect')}</p>
      {mayPair &&
        (vessel ? (
          <ButtonLink to="/first-boat/connect" variant={isDone ? 'default' : 'filled'}>
            {t('pairing.menuConnect')}
          </ButtonLink>
        ) : (
          <Button disabled>{t('pairing.menuConnect')}</Button>
        ))}
    </Step>
  )
}

/** A minute without data is none of a live boat. */
const LIVE_MS = 60_000

function Data({ vessel }: Props) {
  const { t } = useTranslation()
  const nowMs = useServerNow()
  const lastMs = vessel?.last_updated ?? null
  const isLive = lastMs !== null && nowMs - lastMs < LIVE_MS
  return (
    <Step title={t('firstBoat.data')} isDone={lastMs !== null}>
      <p>{t(lastMs === null ? 'firstBoat.dataHint' : 'firstBoat.arrived')}</p>
      {vessel && (lastMs === null || isLive) && <FirstData vesselId={vessel.id} />}
      {vessel && lastMs !== null && (
        <div className={classes.actions}>
          <ButtonLink to="/map" search={{ vessel: vessel.id }}>
            {t('vessel.mapView')}
          </ButtonLink>
          <ButtonLink to="/vessels/$vesselId/helm" params={{ vesselId: vessel.id }} variant="default">
            {t('helm.view')}
          </ButtonLink>
        </div>
      )}
    </Step>
  )
}

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <h2>
        {title} {isDone && <VisuallyHidden>({t('firstSteps.done')})</VisuallyHidden>}
      </h2>
      {isDone && <Icon of={IconCircleCheckFilled} size={24} />}
      {children}
    </li>
  )
}

import { IconMap, IconSteeringWheel } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/wire/department.ts'
import type { Vessel } from '#contract/wire/vessel.ts'
import { usePermission, useUser } from '../../../api/user.ts'
import { useExpectedBack } from '../../../fleet/useExpectedBack.ts'
import { useVessel } from '../../../live/vesselStates.ts'
import { Ago } from '../../../ui/Ago.tsx'
import { BackLink } from '../../../ui/BackLink.tsx'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { StatusPill } from '../../../ui/StatusPill.tsx'
import { usePhone } from '../../../ui/usePhone.ts'
import { VesselPicture } from '../../../ui/VesselPicture.tsx'
import { VesselMenu } from '../VesselMenu.tsx'
import classes from './VesselPage.module.css'

/** Header of a vessel: name, live state, and the actions on the vessel. */
export function VesselHeader({ vessel }: { vessel: Vessel }) {
  const { t } = useTranslation()
  const { company } = useUser()
  const mayPair = usePermission('vessel:vessel-pair-device', vessel.id)
  const phone = usePhone()
  const expectedBack = useExpectedBack(vessel.id)
  // The socket is more recent than the loaded vessel.
  const { status, last_updated } = useVessel(vessel.id) ?? vessel
  return (
    <header className={classes.header}>
      {!phone && <BackLink to="/vessels" label={t('vessel.back')} />}
      <div className={classes.picture}>
        <VesselPicture
          name={vessel.name}
          kind={vessel.kind}
          url={vessel.picture_url}
          height={phone ? 50 : 72}
        />
      </div>
      <div className={classes.about}>
        <h1 className={classes.title}>
          <span>{vessel.name}</span>
        </h1>
        <dl className={classes.facts}>
          <Fact label={t('vessels.status')}>
            <StatusPill status={status} plain />
          </Fact>
          <Fact label={t('vessel.pairing')}>
            {vessel.device && mayPair ? (
              <Link
                to="/devices/$deviceId"
                params={{ deviceId: vessel.device.id }}
                className={classes.device}
              >
                {t('vessel.paired')}
              </Link>
            ) : (
              t(vessel.device ? 'vessel.paired' : 'vessel.notPaired')
            )}
          </Fact>
          {company.features.departments && (
            <Fact label={t('vessels.department')}>
              {isTopLevel(vessel.department) ? company.name : vessel.department.name}
            </Fact>
          )}
          <Fact label={t('vessels.lastUpdated')}>
            {last_updated === null ? t('vessel.noUpdate') : <Ago ms={last_updated} />}
          </Fact>
          {expectedBack && <Fact label={t('board.expectedBack')}>{expectedBack}</Fact>}
        </dl>
      </div>
      <div className={classes.actions}>
        {!phone && (
          <ButtonLink
            to="/map"
            search={{ vessel: vessel.id }}
            variant="default"
            leftSection={<Icon of={IconMap} size={16} />}
          >
            {t('vessel.mapView')}
          </ButtonLink>
        )}
        {!phone && (
          <ButtonLink
            to="/vessels/$vesselId/helm"
            params={{ vesselId: vessel.id }}
            variant="default"
            leftSection={<Icon of={IconSteeringWheel} size={16} />}
          >
            {t('helm.view')}
          </ButtonLink>
        )}
        <VesselMenu vessel={vessel} withViews={phone} inView>
          <MoreButton label={t('common.actionsFor', { name: vessel.name })} />
        </VesselMenu>
      </div>
    </header>
  )
}

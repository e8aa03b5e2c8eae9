import { UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { useExpectedBack } from '../../fleet/useExpectedBack.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LiveValue } from '../../ui/LiveValue.tsx'
import { Sog } from '../../ui/Sog.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import classes from './VesselPopup.module.css'
import { UpdatedAgo, VesselViews } from './VesselPopup.tsx'

/** The selected vessel on a phone: a card above the sheet. */
export function VesselStrip({ vessel, onClose }: { vessel: MapVessel; onClose: () => void }) {
  const { t } = useTranslation()
  const expectedBack = useExpectedBack(vessel.id)
  return (
    <section className={classes.strip} aria-label={vessel.name}>
      <div className={classes.stripWords}>
        <div className={classes.head}>
          <span className={classes.stripName}>{vessel.name}</span>
          <StatusPill status={vessel.status} />
        </div>
        <div className={classes.stripAge}>
          <UpdatedAgo ms={vessel.last_updated} />
          {expectedBack && ` · ${expectedBack}`}
        </div>
      </div>
      <span className={classes.stripSpeed}>
        <LiveValue of={vessel} name="sog">
          <Sog of={vessel} />
        </LiveValue>
      </span>
      {vessel.trip_id ? (
        <Link
          className={classes.open}
          to="/map/trips/$tripId"
          params={{ tripId: vessel.trip_id }}
          aria-label={t('map.viewTrip')}
        >
          <Icon of={IconChevronRight} />
        </Link>
      ) : (
        <UnstyledButton className={classes.open} aria-label={t('common.close')} onClick={onClose}>
          <Icon of={IconX} />
        </UnstyledButton>
      )}
      <VesselViews vesselId={vessel.id} />
    </section>
  )
}

import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Geofence } from '#contract/wire/geofence.ts'
import { useUser } from '../api/user.ts'
import { anchorOf, sizeKm } from '../map/geofenceShapes.ts'
import { MapPopup } from '../map/MapPopup.tsx'
import { positionOf } from '../map/mapPosition.ts'
import { useStage } from '../map/stageContext.ts'
import { Icon } from '../ui/Icon.tsx'
import { Quantity } from '../ui/Quantity.tsx'
import { FenceRules } from './FenceRules.tsx'
import classes from './GeofencePopup.module.css'
import { HarborBadge } from './HarborBadge.tsx'
import { ShapeIcon } from './ShapeIcon.tsx'

interface Props {
  geofence: Geofence
  onClose: () => void
  /** Buttons for actions on the geofence. */
  children?: ReactNode
}

/** Popup of the selected geofence: its name, owner and size. */
export function GeofencePopup({ geofence, onClose, children }: Props) {
  const { t } = useTranslation()
  const { company } = useUser()
  const { map } = useStage()
  // The middle of a shape larger than the view may be far away, so the popup opens at the click.
  const [{ latitudeDeg, longitudeDeg }] = useState(() => {
    const anchor = anchorOf(geofence)
    const isSeen = map.getBounds().contains([anchor.longitudeDeg, anchor.latitudeDeg])
    return isSeen ? anchor : positionOf(map.getCenter())
  })
  return (
    <MapPopup label={geofence.name} x={mercatorX(longitudeDeg)} y={mercatorY(latitudeDeg)} track={null}>
      <div className={classes.body}>
        <div className={classes.head}>
          <ShapeIcon geofence={geofence} />
          <span className={classes.name}>{geofence.name}</span>
          <UnstyledButton className={classes.close} aria-label={t('common.close')} onClick={onClose}>
            <Icon of={IconX} size={14} />
          </UnstyledButton>
        </div>
        <div className={classes.facts}>
          <span>{t(`geofences.size.${geofence.type}`)}</span>
          <Quantity value={sizeKm(geofence)} unit="km" decimals={2} />
          {geofence.is_harbor && <HarborBadge />}
          {company.features.departments && (
            <span className={classes.department}>{geofence.department.name}</span>
          )}
        </div>
        <FenceRules geofence={geofence} />
        {children && <div className={classes.actions}>{children}</div>}
      </div>
    </MapPopup>
  )
}

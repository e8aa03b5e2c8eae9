import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { BottomSheet } from '../../ui/BottomSheet.tsx'
import classes from './Geofences.module.css'

/** The list beside the map; on a phone a sheet over it. */
export function GeofenceFrame({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  return (
    <div className={classes.frame}>
      {!phone && <aside className={classes.panel}>{panel}</aside>}
      <div className={classes.map}>
        {children}
        {phone && <BottomSheet>{panel}</BottomSheet>}
      </div>
    </div>
  )
}

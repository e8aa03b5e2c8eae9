import type { ReactNode } from 'react'
import { BottomSheet } from '../../ui/BottomSheet.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import classes from './Geofences.module.css'

/** List beside the map; on a phone a sheet over the map. */
export function GeofenceFrame({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  const phone = usePhone()
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

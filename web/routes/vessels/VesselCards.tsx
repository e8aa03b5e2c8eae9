import { Link } from '@tanstack/react-router'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { useShowsSpeed } from '../../live/useShowsSpeed.ts'
import { DropTarget } from '../../logs/DropTarget.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { LiveValue } from '../../ui/LiveValue.tsx'
import { Sog } from '../../ui/Sog.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { VesselPicture } from '../../ui/VesselPicture.tsx'
import classes from './VesselCards.module.css'
import { VesselMenu } from './VesselMenu.tsx'

export function VesselCards({ vessels }: { vessels: readonly MapVessel[] }) {
  return (
    <div className={classes.cards}>
      {vessels.map((vessel) => (
        <DropTarget key={vessel.id} as="article" vessel={vessel} className={classes.card}>
          <VesselPicture name={vessel.name} kind={vessel.kind} url={vessel.picture_url} height={112} />
          <div className={classes.body}>
            <Link to="/vessels/$vesselId" params={{ vesselId: vessel.id }} className={classes.name}>
              {vessel.name}
            </Link>
            <span className={classes.menu}>
              <VesselMenu vessel={vessel} />
            </span>
            <span className={classes.line}>
              <StatusPill status={vessel.status} plain />
              <SpeedOrAge vessel={vessel} />
            </span>
          </div>
        </DropTarget>
      ))}
    </div>
  )
}

/** Speed of the vessel while it is current, otherwise the time of her last report. */
function SpeedOrAge({ vessel }: { vessel: MapVessel }) {
  const isCurrent = useShowsSpeed(vessel)
  if (isCurrent) {
    return (
      <LiveValue of={vessel} name="sog">
        <Sog of={vessel} />
      </LiveValue>
    )
  }
  return vessel.last_updated !== null && <Ago ms={vessel.last_updated} />
}

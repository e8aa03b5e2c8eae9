import type { ImpactEvent } from '#contract/wire/impact.ts'
import { ImpactTrack } from '../../../ui/ImpactBar.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import classes from './PeakImpact.module.css'

/** A peak as a bar and a number; of a sensor at the end of its range the number is only a lower bound. */
export function PeakImpact({ g, limitG, clipped }: { g: number; limitG: number; clipped: boolean }) {
  return (
    <span className={classes.peak}>
      <ImpactTrack g={g} limitG={limitG} width={72} />
      <span>
        {clipped && '≥ '}
        <Quantity value={g} unit="g" />
      </span>
    </span>
  )
}

/** True when the sensor that felt most could not feel more. */
export const isClipped = ({ impacts, peak_impact }: ImpactEvent) =>
  impacts.some((impact) => impact.clipped && impact.peak_impact === peak_impact)

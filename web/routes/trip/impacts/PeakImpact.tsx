import type { ImpactEvent } from '#contract/wire/impact.ts'
import { ImpactTrack } from '../../../ui/ImpactBar.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import classes from './PeakImpact.module.css'

/** Peak as a bar and a number; the number is a lower bound when the sensor reached the end of its range. */
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

/** True when the sensor with the largest value reached the end of its range. */
export const isClipped = ({ impacts, peak_impact }: ImpactEvent) =>
  impacts.some((impact) => impact.clipped && impact.peak_impact === peak_impact)

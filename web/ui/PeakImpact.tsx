import { ImpactTrack } from './ImpactBar.tsx'
import classes from './PeakImpact.module.css'
import { Quantity } from './Quantity.tsx'

/** As a key figure: the number stands where the others do, its bar after it. */
export function PeakImpact({ g, limitG }: { g: number | null; limitG: number }) {
  return (
    <span className={classes.peak}>
      <Quantity value={g} unit="g" />
      {g !== null && <ImpactTrack g={g} limitG={limitG} width={44} />}
    </span>
  )
}

import type { Trip } from '#contract/wire/trip.ts'
import { ImpactTrack } from './ImpactBar.tsx'
import classes from './PeakImpact.module.css'
import { Quantity } from './Quantity.tsx'

/** Largest impact of a trip as a key figure, with its bar after the number. */
export function PeakImpact({ trip: { analysis, stats, vessel } }: { trip: Trip }) {
  const g = stats.peak_impact
  const limitG = vessel.system_settings.impact_limit
  return (
    <span className={classes.peak}>
      <Quantity value={g} unit="g" />
      {g !== null && <ImpactTrack g={g} limitG={limitG} width={44} isBehind={!analysis.complete} />}
    </span>
  )
}

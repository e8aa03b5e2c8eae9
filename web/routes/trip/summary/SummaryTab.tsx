import { useTrip } from '../openTrip.ts'
import tab from '../Tab.module.css'
import { FuelFigures } from './FuelFigures.tsx'
import { ImpactFigures } from './ImpactFigures.tsx'
import { OperatingStages } from './OperatingStages.tsx'
import { ScorePanel } from './ScorePanel.tsx'
import { SpeedFigures } from './SpeedFigures.tsx'
import { TripDoubts } from './TripDoubts.tsx'

/** Summary of the trip: score, time by operation, and figures of speed, impacts and fuel. */
export function SummaryTab() {
  const trip = useTrip()
  return (
    <div className={tab.tab}>
      <TripDoubts stats={trip.stats} />
      <div className={tab.narrowWide}>
        <ScorePanel trip={trip} />
        <OperatingStages trip={trip} />
      </div>
      <div className={tab.thirds}>
        <SpeedFigures stats={trip.stats} />
        <ImpactFigures trip={trip} />
        <FuelFigures stats={trip.stats} />
      </div>
    </div>
  )
}

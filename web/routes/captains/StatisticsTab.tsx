import { FiguresComparison } from '../../statistics/FiguresComparison.tsx'
import { useCaptain } from './openCaptain.ts'

/** Totals of all trips of the captain, beside the organization's. */
export function StatisticsTab() {
  const { id, stats } = useCaptain()
  return <FiguresComparison figures={stats} of={{ captain_id: id }} />
}

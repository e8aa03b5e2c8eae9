import { FiguresComparison } from '../../statistics/FiguresComparison.tsx'
import { useCaptain } from './openCaptain.ts'

/** What all trips of the captain come to, beside those of the organization. */
export function StatisticsTab() {
  const { stats } = useCaptain()
  return <FiguresComparison figures={stats} />
}

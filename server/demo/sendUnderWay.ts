import { nothingDecoded } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { isPaired } from '#server/gateway/intake.ts'
import type { PretendBoat } from '#simulator/pretendBoat.ts'
import type { HistoryDependencies } from './sendHistory.ts'

/** Interval between two positions, s: enough for a track and for the detection of its trip. */
const STEP_S = 10
const MOVEMENT: ReadonlySet<SeriesKey> = new Set<SeriesKey>(['sog', 'cog', 'heading'])

/**
 * Sends how the boats that are under way have come from their berths, so that the first map shows their tracks and
 * trips. It resolves when all is stored. History follows with everything else.
 */
export async function sendUnderWay(
  { intake, directory }: HistoryDependencies['gateway'],
  boats: readonly { deviceId: string; pretend: PretendBoat }[],
  { sinceS, nowS }: { sinceS: number; nowS: number },
): Promise<void> {
  await Promise.all(
    boats.map(async ({ deviceId, pretend }) => {
      const track = pretend.trackAt(nowS)
      const device = await directory.get(deviceId)
      if (!track || !device || !isPaired(device)) return
      const readings = nothingDecoded()
      const fromS = Math.ceil(Math.max(sinceS, track.startS) / STEP_S) * STEP_S
      for (let second = fromS; second < nowS; second += STEP_S) {
        const { fixes, scalars } = pretend.between(second, second + 1, { sensors: 0, impacts: false })
        readings.fixes.push(...fixes)
        readings.scalars.push(...scalars.filter(({ key }) => MOVEMENT.has(key)))
      }
      await intake.takeDecoded(device, readings)
    }),
  )
}

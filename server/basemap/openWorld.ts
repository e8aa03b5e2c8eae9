import type { PMTiles } from 'pmtiles'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import { openSource } from './fetchArea.ts'
import { AreaRefused } from './rangeSource.ts'

/**
 * The world file at the operator's address, or the newest available daily build; `noted` is the file with
 * which an area was begun.
 */
export async function openWorld(
  { sourceUrl, clock }: { sourceUrl?: string | undefined; clock: Clock },
  noted: string | null = null,
  leaving?: AbortSignal,
): Promise<PMTiles> {
  if (sourceUrl) return openSource(sourceUrl, leaving)
  const urls = [...(noted ? [noted] : []), ...dailyBuilds(clock.nowMs())]
  let missing: unknown
  for (const url of urls) {
    try {
      return await openSource(url, leaving)
    } catch (error) {
      if (!(error instanceof AreaRefused) || error.problem !== 'areaSourceMissing') throw error
      missing = error
    }
  }
  throw missing
}

/**
 * Addresses of the last week's builds of Protomaps' map of OpenStreetMap, the newest first; the build of a
 * day appears during the day.
 */
export const dailyBuilds = (nowMs: number): string[] =>
  Array.from({ length: 7 }, (_, days) =>
    new Date(nowMs - (days + 1) * DAY_MS).toISOString().slice(0, 10),
  ).map((day) => `https://build.protomaps.com/${day.replaceAll('-', '')}.pmtiles`)

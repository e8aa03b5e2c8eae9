import { DEG_RAD, wrap180 } from '#contract/units.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Box } from '#server/telemetry/hotQuarters.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { openGate } from '../trips/acceptFixes.ts'
import type { CompiledCondition, CompiledRule } from './compileRule.ts'
import { LONGEST_HOLD_US } from './conditionState.ts'
import { type Episode, type FenceVersion, RuleFold } from './ruleFold.ts'
import { believed, recordsColumn } from './samples.ts'
import { statusColumns } from './statusColumns.ts'

const QUARTER_US = 900_000_000
/** Beyond so much time of all vessels together an answer would take longer than somebody waits. */
const MOST_US = 12 * 86_400_000_000
/** Who passes a fence between two fixes was near it. */
const NEAR_DEG = 0.01

export interface Preview {
  episodes: { vessel: DirectoryEntry; episode: Episode }[]
  /** From when on: what is asked for, or later where there is too much to look at. */
  fromUs: number
}

interface Stores {
  db: Db
  telemetry: Pick<Telemetry, 'series' | 'positions' | 'stretches'>
}

interface Part {
  vessel: DirectoryEntry
  fromUs: number
  toUs: number
}

/**
 * What a rule would have raised, had it been in force: the same fold over the stretches in which it can have held. In most
 * quarter-hours no value was beyond the limit, and then there is nothing to look at.
 */
export async function previewRule(
  stores: Stores,
  { rule, fences }: { rule: CompiledRule; fences: readonly FenceVersion[] },
  vessels: readonly DirectoryEntry[],
  span: { fromUs: number; toUs: number },
): Promise<Preview> {
  const marginUs = rule.memoryUs + LONGEST_HOLD_US
  const tailUs = rule.clearUs + LONGEST_HOLD_US + rule.memoryUs
  const hot = await hotQuarters(stores, rule, fences, vessels, span)
  const parts = vessels.flatMap((vessel) =>
    joined(hot?.get(vessel.number) ?? (hot ? [] : [span.fromUs]), {
      ...{ vessel, marginUs, tailUs, lengthUs: hot ? QUARTER_US : span.toUs - span.fromUs, span },
    }),
  )
  const { kept, fromUs } = newest(parts, span.fromUs)
  const found: Preview['episodes'] = []
  for (const [vessel, own] of Map.groupBy(kept, (part) => part.vessel)) {
    const fold = new RuleFold(rule, fences, fromUs)
    const samples = await readParts(stores, rule, vessel, own)
    const episodes = fold.advance(samples, own.at(-1)?.toUs ?? fromUs)
    for (const episode of episodes) found.push({ vessel, episode })
  }
  found.sort((a, b) => b.episode.beginUs - a.episode.beginUs)
  return { episodes: found, fromUs }
}

/** What lies between the parts says nothing, and the fold passes over it. */
async function readParts(
  { db, telemetry }: Stores,
  rule: CompiledRule,
  vessel: DirectoryEntry,
  parts: readonly Part[],
) {
  const stretches = parts.map(({ fromUs, toUs }) => ({
    ...{ vesselNumber: vessel.number, fromUs: Math.floor(fromUs), toUs: Math.ceil(toUs) },
  }))
  const keys = new Set(
    rule.conditions.flatMap(({ signal }) => (signal.series === signal.name ? (signal.series ?? []) : [])),
  )
  const isAboutSilence = rule.conditions.some(({ signal }) => signal.name === 'records')
  const [columns, movements, times, added] = await Promise.all([
    telemetry.series.sampleColumns(stretches, [...keys], true),
    rule.fenceIds.length > 0 ? telemetry.positions.movement(stretches) : [],
    isAboutSilence ? telemetry.stretches.recordTimes(stretches) : null,
    statusColumns({ db }, [
      {
        ...{ vessel, segments: [{ rule }], isAnew: true },
        ...{ readFromUs: parts[0]?.fromUs ?? 0, stopUs: parts.at(-1)?.toUs ?? 0 },
      },
    ]),
  ])
  const [movement] = movements
  return {
    columns: [
      ...columns.map(({ key, instance, timeUs, value }) => ({
        name: key as string,
        instance,
        timeUs,
        value,
      })),
      ...(added.get(vessel.number) ?? []),
      ...(times ? [recordsColumn(Float64Array.from(times.get(vessel.number) ?? []))] : []),
    ],
    fixes: movement ? believed(movement, openGate(), vessel) : null,
  }
}

/** Where some group of conditions may hold; null where nothing can be said without looking. */
async function hotQuarters(
  { telemetry }: Stores,
  rule: CompiledRule,
  fences: readonly FenceVersion[],
  vessels: readonly DirectoryEntry[],
  span: { fromUs: number; toUs: number },
): Promise<Map<number, number[]> | null> {
  const fleet = { vesselNumbers: vessels.map(({ number }) => number), ...span }
  if (vessels.length === 0) return new Map()
  const near =
    rule.trigger !== null || rule.area === 'inside'
      ? joinedMaps(await Promise.all(fences.map((fence) => telemetry.positions.inBox(fleet, boxOf(fence)))))
      : null
  const ofGroups = await Promise.all(
    rule.groups.map(async (group) => {
      const known = await Promise.all(
        group.map((index) => ofCondition(rule.conditions[index] as CompiledCondition)),
      )
      return known.reduce<Quarters | null>((all, one) => (all && one ? both(all, one) : (all ?? one)), near)
    }),
  )
  return ofGroups.some((one) => one === null) ? null : joinedMaps(ofGroups as Quarters[])

  async function ofCondition(condition: CompiledCondition): Promise<Quarters | null> {
    const { signal, type, isAbove, limit, isAge, isNegated, isHeldForEver, periodUs } = condition
    const key = signal.series
    if (!key || signal.name !== key || isAge || isNegated || isHeldForEver) return null
    if (type !== 'range')
      return spread(await telemetry.series.beyond(fleet, { key, isAbove, limit }), periodUs)
    if (condition.isAngle) return null
    const reach = Math.ceil(periodUs / QUARTER_US)
    const extremes = await telemetry.series.extremes(fleet, key)
    return new Map(
      Array.from(extremes, ([number, rows]) => [
        number,
        rows
          .filter((row, i) => {
            const recent = rows
              .slice(Math.max(0, i - reach), i + 1)
              .filter(({ quarterUs }) => row.quarterUs - quarterUs <= reach * QUARTER_US)
            const rise = row.most - Math.min(...recent.map(({ least }) => least))
            const fall = row.least - Math.max(...recent.map(({ most }) => most))
            // Stored steps are compared exactly by the fold.
            return isAbove ? rise > limit - condition.step : fall < limit + condition.step
          })
          .map(({ quarterUs }) => quarterUs),
      ]),
    )
  }
}

type Quarters = Map<number, number[]>

/** A value that holds on tells of the next quarter-hour, too. */
function spread(quarters: Quarters, periodUs: number): Quarters {
  const reach = Math.ceil((periodUs + LONGEST_HOLD_US) / QUARTER_US)
  return new Map(
    Array.from(quarters, ([number, starts]) => {
      const all = new Set(
        starts.flatMap((start) => Array.from({ length: reach + 1 }, (_, i) => start + i * QUARTER_US)),
      )
      return [number, [...all].sort((a, b) => a - b)]
    }),
  )
}

const both = (a: Quarters, b: Quarters): Quarters =>
  new Map(
    Array.from(a, ([number, starts]) => {
      const others = new Set(b.get(number) ?? [])
      return [number, starts.filter((start) => others.has(start))]
    }),
  )

function joinedMaps(all: readonly Quarters[]): Quarters {
  const joined: Quarters = new Map()
  for (const one of all)
    for (const [number, starts] of one)
      joined.set(
        number,
        [...new Set([...(joined.get(number) ?? []), ...starts])].sort((a, b) => a - b),
      )
  return joined
}

function boxOf({ geometry }: FenceVersion): Box {
  const { coordinates, radiusM } = geometry
  const first = coordinates[0] ?? { lat: 0, lon: 0 }
  const lats = coordinates.map(({ lat }) => lat)
  const lons = coordinates.map(({ lon }) => wrap180(lon - first.lon))
  const north = (radiusM ?? 0) / 111_000 + NEAR_DEG
  const east = north / Math.max(0.05, Math.cos(first.lat * DEG_RAD))
  return {
    southDeg: Math.max(-90, Math.min(...lats) - north),
    northDeg: Math.min(90, Math.max(...lats) + north),
    westDeg: wrap180(first.lon + Math.min(...lons) - east),
    eastDeg: wrap180(first.lon + Math.max(...lons) + east),
  }
}

interface Joining {
  vessel: DirectoryEntry
  marginUs: number
  tailUs: number
  lengthUs: number
  span: { fromUs: number; toUs: number }
}

/** Stretches around quarter-hours, those that touch as one. */
function joined(starts: readonly number[], { vessel, marginUs, tailUs, lengthUs, span }: Joining): Part[] {
  const parts: Part[] = []
  for (const start of starts) {
    const fromUs = start - marginUs
    const toUs = Math.min(span.toUs, start + lengthUs + tailUs)
    const last = parts.at(-1)
    if (last && fromUs <= last.toUs) last.toUs = toUs
    else parts.push({ vessel, fromUs, toUs })
  }
  return parts
}

/** As much as can be looked at while somebody waits, the newest first. */
function newest(parts: readonly Part[], fromUs: number): { kept: Part[]; fromUs: number } {
  let leftUs = MOST_US
  const kept: Part[] = []
  let sinceUs = fromUs
  for (const part of parts.toSorted((a, b) => b.toUs - a.toUs)) {
    leftUs -= part.toUs - part.fromUs
    if (leftUs < 0 && kept.length > 0) {
      sinceUs = Math.max(sinceUs, part.toUs)
      break
    }
    kept.push(part)
  }
  const late = kept.filter(({ toUs }) => toUs > sinceUs)
  return { kept: late.toSorted((a, b) => a.fromUs - b.fromUs), fromUs: sinceUs }
}

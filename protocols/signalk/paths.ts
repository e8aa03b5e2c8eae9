import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import type { InstanceFamily } from '#contract/wire/instanceName.ts'

/** Meaning of a Signal K path for us. Signal K is SI throughout, so values need no conversion. */
export interface PathMeaning {
  key: SeriesKey
  /** Rank among the paths for one quantity: a lower rank wins. */
  rank: number
  /** Engines, batteries and tanks have a name of their own in the path. */
  group: InstanceFamily | null
  /** The name, `port` in `propulsion.port.revolutions`. */
  name: string
}

/** Names in paths stand between one of these prefixes and the next dot. */
const FAMILIES = Object.entries<InstanceFamily>({
  'propulsion.': 'propulsion',
  'electrical.batteries.': 'batteries',
  'tanks.fuel.': 'tanks',
  'electrical.ac.': 'ac',
  // An alternator has the name of the engine that drives it.
  'electrical.alternators.': 'propulsion',
})

/** Meanings by the paths of the catalogue, in which `*` stands for a name. */
const MEANINGS: ReadonlyMap<string, Pick<PathMeaning, 'key' | 'rank'>> = new Map(
  Object.values(SERIES).flatMap(({ key, signalk }) =>
    signalk.map((path, rank) => [path, { key, rank }] as const),
  ),
)

/**
 * `electrical.switches.bilgePump.state`, or a switch of a bank as named by the NMEA 2000 mapper:
 * `electrical.switches.bank.0.3.state`.
 */
const SWITCH_PATH = /^electrical\.switches\.(bank\.\d{1,3}\.\d{1,2}|[^.]+)\.state$/

/** The name of the switch in a path, `bank.0.3` for a switch of a bank; null for every other path. */
export const switchNameOf = (path: string): string | null => SWITCH_PATH.exec(path)?.[1] ?? null

export function meaningOf(path: string): PathMeaning | null {
  const ofVessel = MEANINGS.get(path)
  if (ofVessel) return { ...ofVessel, group: null, name: '' }
  for (const [prefix, group] of FAMILIES) {
    if (!path.startsWith(prefix)) continue
    const end = path.indexOf('.', prefix.length)
    const meaning = end < 0 ? undefined : MEANINGS.get(`${prefix}*${path.slice(end)}`)
    return meaning ? { ...meaning, group, name: path.slice(prefix.length, end) } : null
  }
  return null
}

/** The best path of a series, with `*` where the name of an engine, battery or tank goes. */
export const pathOf = (key: SeriesKey): string | undefined => SERIES[key].signalk[0]

/** Gears by name, as the schema has them; numbers count too. */
export const GEARS = ['Forward', 'Neutral', 'Reverse', 'Fault'] as const

import { addressOf, COMPUTED_SOURCES, familyOf, orderOf, UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

/** Evidence of an alert: any source of a series (0 is the position; without an instance any of them), or one source. */
export type Evidence = { series: number; instance: number | null } | { source: number }

/** Protocol that names a device without a name; null for readings that a device measured itself. */
const PROTOCOLS = {
  n2k: 'NMEA 2000',
  j1939: 'J1939',
  signalk: 'Signal K',
  nmea0183: 'NMEA 0183',
  readings: null,
  phone: null,
}

/**
 * Names of the devices behind each of these alerts, with their addresses on the bus. The caller gives the
 * days of each source; one query reads the names of all vessels.
 */
export async function sourceNames(
  { sources }: Pick<Telemetry, 'sources'>,
  asked: readonly { vesselNumber: number; timeUs: number; evidence: readonly Evidence[] }[],
): Promise<string[][]> {
  const reporting: number[][] = []
  for (const { vesselNumber, timeUs, evidence } of asked) {
    const all = (await sources.of(vesselNumber)).filter(
      ({ source, fromUs, toUs }) =>
        source !== UNKNOWN_SOURCE && !COMPUTED_SOURCES.includes(source) && fromUs <= timeUs && timeUs <= toUs,
    )
    const own = evidence.flatMap((what) => {
      if ('source' in what) return what.source === UNKNOWN_SOURCE ? [] : [what]
      const { series, instance } = what
      const ofSignal = all.filter(
        (one) => one.series === series && (instance === null || one.instance === instance),
      )
      const chosen = ofSignal.filter(({ isChosen }) => isChosen)
      const first = Math.min(...ofSignal.map(({ source }) => orderOf(source)))
      return chosen.length > 0 ? chosen : ofSignal.filter(({ source }) => orderOf(source) === first)
    })
    reporting.push([...new Set(own.map(({ source }) => source))])
  }
  const onBus = asked.filter((_, i) => reporting[i]?.some((source) => addressOf(source) !== null))
  const numbers = [...new Set(onBus.map(({ vesselNumber }) => vesselNumber))]
  const senders = Map.groupBy(
    numbers.length > 0 ? await sources.senders(numbers) : [],
    ({ vessel }) => vessel,
  )
  return asked.map(({ vesselNumber }, i) => {
    const names = (reporting[i] ?? []).flatMap((source) => {
      const address = addressOf(source)
      const reported = senders.get(vesselNumber)?.filter((one) => one.address === address) ?? []
      const own = ['model', 'name'].flatMap((what) => reported.find((one) => one.what === what)?.value ?? [])
      const name = own[0] ?? PROTOCOLS[familyOf(source)]
      return name === null ? [] : [address === null ? name : `${name} (${address})`]
    })
    return [...new Set(names)].sort()
  })
}

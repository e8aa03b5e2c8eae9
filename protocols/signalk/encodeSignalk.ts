import type { AisReport } from '#contract/domain/reading.ts'
import type { Readings } from '../codec.ts'
import { bankOf, toBusInstance } from '../instances.ts'
import { pathOf } from './paths.ts'

interface Value {
  path: string
  value: unknown
}

/**
 * Greeting that a server sends first: without it, readers would take the first vessel for the server's own.
 */
const HELLO = { name: 'taffrail', version: '2.0.0', self: 'vessels.self' }

/** Signal K deltas, one per line and time: of the own vessel, then of every vessel received over AIS. */
export function encodeSignalk({ scalars = [], fixes = [], ais = [] }: Readings): Uint8Array {
  const own = new Map<number, Value[]>()
  const at = (timeUs: number) => {
    const values = own.get(timeUs) ?? []
    own.set(timeUs, values)
    return values
  }
  for (const { timeUs, latitudeDeg, longitudeDeg, hdop, valid } of fixes) {
    const values = at(timeUs)
    // Before the position, so that the fix which it gives has its quality.
    values.push({ path: 'navigation.gnss.methodQuality', value: valid ? 'GNSS Fix' : 'no GPS' })
    values.push({ path: 'navigation.gnss.horizontalDilution', value: hdop })
    values.push({ path: 'navigation.position', value: { latitude: latitudeDeg, longitude: longitudeDeg } })
  }
  for (const { timeUs, key, instance, value } of scalars) {
    if (key === 'switch' || key === 'further_switch') {
      const { bank, number } = bankOf({ key, instance })
      at(timeUs).push({ path: `electrical.switches.bank.${bank}.${number}.state`, value })
    }
    const path = pathOf(key)
    if (path?.includes('*') ? instance > 0 : path && instance === 0)
      at(timeUs).push({ path: path?.replace('*', String(toBusInstance(instance))) ?? '', value })
  }
  const deltas = [...own]
    .sort(([a], [b]) => a - b)
    .map(([timeUs, values]) => delta('vessels.self', timeUs, values))
  for (const report of ais)
    deltas.push(delta(`vessels.urn:mrn:imo:mmsi:${report.mmsi}`, report.timeUs, aisValues(report)))
  return new TextEncoder().encode([HELLO, ...deltas].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

function delta(context: string, timeUs: number, values: readonly Value[]) {
  return {
    context,
    updates: [{ $source: 'taffrail', timestamp: new Date(timeUs / 1e3).toISOString(), values }],
  }
}

function aisValues({ name, latitudeDeg, longitudeDeg, sogMps, cogRad }: AisReport): Value[] {
  const values: Value[] = []
  if (name !== null) values.push({ path: '', value: { name } })
  if (latitudeDeg !== null && longitudeDeg !== null)
    values.push({ path: 'navigation.position', value: { latitude: latitudeDeg, longitude: longitudeDeg } })
  if (sogMps !== null) values.push({ path: 'navigation.speedOverGround', value: sogMps })
  if (cogRad !== null) values.push({ path: 'navigation.courseOverGroundTrue', value: cogRad })
  return values
}

import type { SeriesKey } from '#contract/domain/series.ts'
import { BAR_PA, DEG_RAD, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { fromBusInstance } from '../instances.ts'
import { type SentenceContext, scaled } from './sentenceContext.ts'

/** Names of transducers are free text; these have one meaning on all boats. */
const NAMES: readonly (readonly [name: RegExp, type: string, key: SeriesKey])[] = [
  [/^(pitch|ptch|trim)$/i, 'A', 'euler_y'],
  [/^(roll|heel)$/i, 'A', 'euler_x'],
  [/^(airt|airtemp|tempair|env_outair_t|outsidetemp)$/i, 'C', 'air_temperature'],
  [/^(watert|env_water_t|seatemp)$/i, 'C', 'water_temperature_fc'],
  [/^(baro|barometer|env_atmos_p|pressure#0)$/i, 'P', 'pressure_fc'],
  [/^enginerpm(#?(?<bus>\d+))?$/i, 'T', 'engine_speed'],
  [/^engine#(?<bus>\d+)$/i, 'T', 'engine_speed'],
  [/^engineoilpre(#?(?<bus>\d+))?$/i, 'P', 'oil_pressure'],
  [/^engineload(#?(?<bus>\d+))?$/i, 'G', 'engine_load'],
  [/^enginetorque(#?(?<bus>\d+))?$/i, 'G', 'engine_torque'],
  [/^(batvolt|battery#)(?<bus>\d+)$/i, 'U', 'battery_voltage'],
  [/^batcurrent(?<bus>\d+)$/i, 'I', 'battery_current'],
  [/^fuel#?(?<bus>\d+)$/i, 'V', 'fuel_level'],
]

const INSTANCED = new Set<SeriesKey>([
  'engine_speed',
  'oil_pressure',
  'engine_load',
  'engine_torque',
  'battery_voltage',
  'battery_current',
  'fuel_level',
])

/** XDR: any number of transducers as type, value, unit, name. */
export function readTransducers(fields: readonly (string | undefined)[], context: SentenceContext): void {
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [type, value, unit, name = ''] = fields.slice(at, at + 4)
    const known = NAMES.find(([pattern, ofType]) => ofType === type && pattern.test(name))
    if (!known) continue
    const [pattern, , key] = known
    const bus = Number(pattern.exec(name)?.groups?.bus ?? 0)
    const stored = toStored(value, type, unit)
    context.sink.scalar(
      context.timeUs,
      key,
      INSTANCED.has(key) ? fromBusInstance(bus) : 0,
      stored,
      context.source,
      4,
    )
  }
}

function toStored(
  value: string | undefined,
  type: string | undefined,
  unit: string | undefined,
): number | null {
  switch (type) {
    case 'A':
      return scaled(value, DEG_RAD)
    case 'C': {
      const degrees = scaled(value, 1)
      return degrees === null || unit === 'K' ? degrees : degrees + ZERO_CELSIUS_K
    }
    case 'P':
      return scaled(value, unit === 'B' ? BAR_PA : 1)
    case 'T':
      return scaled(value, 1 / 60)
    // Percent: V is a volume, and the unit P makes it a level; G is generic, which these senders use for
    // percent.
    case 'V':
      return unit === 'P' ? scaled(value, 0.01) : null
    case 'G':
      return scaled(value, 0.01)
    default:
      return scaled(value, 1)
  }
}

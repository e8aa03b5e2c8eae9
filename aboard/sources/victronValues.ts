import type { SeriesKey } from '#contract/domain/series.ts'
import { ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { allotInstances, type InstanceFamily } from '#contract/wire/instanceName.ts'

/** Numbers of Victron's devices on this boat, by family and device instance. */
export type VictronNumbers = Partial<Record<InstanceFamily, Record<string, number>>>

interface Meaning {
  key: SeriesKey
  /** Null for a quantity that a vessel has once. */
  family: InstanceFamily | null
  inSi: (value: number) => number
}

const same = (value: number) => value
const fromCelsius = (celsius: number) => celsius + ZERO_CELSIUS_K
const fromPercent = (percent: number) => percent / 100
const of = (key: SeriesKey, family: InstanceFamily | null, inSi = same): Meaning => ({ key, family, inSi })

/** Paths of services (`battery/{instance}/Dc/0/Voltage`) that are a series as they are. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  'battery/Dc/0/Voltage': of('battery_voltage', 'batteries'),
  'battery/Dc/0/Current': of('battery_current', 'batteries'),
  'battery/Soc': of('battery_charge', 'batteries', fromPercent),
  'battery/Dc/0/Temperature': of('battery_temperature', 'batteries', fromCelsius),
  'tank/Level': of('fuel_level', 'tanks', fromPercent),
  'tank/Remaining': of('fuel_remaining', 'tanks'),
  'alternator/Dc/0/Voltage': of('alternator_voltage', 'propulsion'),
  'motordrive/Motor/RPM': of('engine_speed', 'propulsion', (rpm) => rpm / 60),
  'gps/Speed': of('sog', null),
  'gps/Course': of('cog', null, (degrees) => (degrees * Math.PI) / 180),
  'temperature/Temperature': of('air_temperature', null, fromCelsius),
  'temperature/Humidity': of('humidity_fc', null, fromPercent),
}

/** Lines of alternating current from the shore or a generator; the lowest one counts. */
const AC_LINE = /^Ac\/ActiveIn\/L[123]\/V$/
const AC_INPUT = of('ac_input_voltage', 'ac')
/** Kinds of tanks with fuel: diesel or petrol of old firmware, petrol, diesel. */
const FUELS = new Set([0, 6, 7])
/** Kind of a temperature sensor outdoors. */
const OUTDOORS = 4

/** Services to subscribe to: all that have a meaning. */
export const VICTRON_SERVICES = [
  ...new Set([...Object.keys(MEANINGS).map((path) => path.slice(0, path.indexOf('/'))), 'vebus']),
]

export interface VictronSample {
  key: SeriesKey
  instance: number
  value: number | null
}
export interface VictronFix {
  latitudeDeg: number
  longitudeDeg: number
  valid: boolean
}

/** One device: a service with its instance, such as `battery/288`. */
class Device {
  readonly values = new Map<string, number | null>()
  readonly changed = new Set<string>()
}

/** The present values of a Victron installation, and which of them changed since they were last taken. */
export class VictronValues {
  readonly #numbers: VictronNumbers
  readonly #onNumber: (numbers: VictronNumbers) => void
  readonly #devices = new Map<string, Device>()

  /** `onNumber` is called with all numbers whenever a device got a new one. */
  constructor(numbers: VictronNumbers, onNumber: (numbers: VictronNumbers) => void) {
    this.#numbers = structuredClone(numbers)
    this.#onNumber = onNumber
  }

  /** Takes one notification; a payload that is empty or null means that the value is gone. */
  set(service: string, deviceInstance: string, path: string, value: number | null): void {
    const id = `${service}/${deviceInstance}`
    const device = this.#devices.get(id) ?? new Device()
    this.#devices.set(id, device)
    if (value === null && !device.values.has(path)) return
    device.values.set(path, value)
    device.changed.add(path)
  }

  /** Values that changed, or all; each is given as changed once. */
  take(all: boolean): { samples: VictronSample[]; fixes: VictronFix[] } {
    this.#number()
    const samples: VictronSample[] = []
    const fixes: VictronFix[] = []
    for (const [id, device] of this.#devices) {
      const [service = '', name = ''] = id.split('/')
      const paths = all ? new Set(device.values.keys()) : device.changed
      if (isWanted(service, device)) {
        for (const path of paths) {
          const meaning = MEANINGS[`${service}/${path}`]
          const value = device.values.get(path) ?? null
          if (meaning)
            samples.push(...this.#sample(meaning, name, value === null ? null : meaning.inSi(value)))
        }
        if (service === 'vebus' && [...paths].some((path) => AC_LINE.test(path)))
          samples.push(...this.#sample(AC_INPUT, name, lowestLine(device)))
        if (service === 'gps') fixes.push(...fixOf(device, paths))
      }
      for (const path of device.changed) if (device.values.get(path) === null) device.values.delete(path)
      device.changed.clear()
    }
    return { samples, fixes }
  }

  #sample({ key, family }: Meaning, name: string, value: number | null): VictronSample[] {
    if (family === null) return [{ key, instance: 0, value }]
    const instance = this.#numbers[family]?.[name]
    return instance === undefined ? [] : [{ key, instance, value }]
  }

  /** Gives new devices their numbers, those of one round together, so that their order does not matter. */
  #number(): void {
    let isNew = false
    const wanted: Partial<Record<InstanceFamily, string[]>> = {}
    for (const [id, device] of this.#devices) {
      const [service = '', name = ''] = id.split('/')
      const family = familyOf(service)
      if (family !== null && isWanted(service, device) && this.#numbers[family]?.[name] === undefined)
        wanted[family] = [...(wanted[family] ?? []), name]
    }
    for (const [family, names] of Object.entries(wanted) as [InstanceFamily, string[]][]) {
      const numbers = this.#numbers[family] ?? {}
      this.#numbers[family] = numbers
      for (const [name, number] of allotInstances(family, Object.values(numbers), names)) {
        if (number === null) continue
        numbers[name] = number
        isNew = true
      }
    }
    if (isNew) this.#onNumber(structuredClone(this.#numbers))
  }
}

function familyOf(service: string): InstanceFamily | null {
  if (service === 'vebus') return 'ac'
  return Object.entries(MEANINGS).find(([path]) => path.startsWith(`${service}/`))?.[1].family ?? null
}

/** False for a tank without fuel, a sensor indoors, and while the kind of either is unknown. */
function isWanted(service: string, { values }: Device): boolean {
  if (service === 'tank') return FUELS.has(values.get('FluidType') ?? Number.NaN)
  return service !== 'temperature' || values.get('TemperatureType') === OUTDOORS
}

function lowestLine({ values }: Device): number | null {
  const volts = [...values].flatMap(([path, value]) => (AC_LINE.test(path) && value !== null ? [value] : []))
  return volts.length > 0 ? Math.min(...volts) : null
}

function fixOf({ values }: Device, paths: ReadonlySet<string>): VictronFix[] {
  if (!paths.has('Position/Latitude') && !paths.has('Position/Longitude')) return []
  const latitudeDeg = values.get('Position/Latitude') ?? null
  const longitudeDeg = values.get('Position/Longitude') ?? null
  if (latitudeDeg === null || longitudeDeg === null) return []
  return [{ latitudeDeg, longitudeDeg, valid: values.get('Fix') !== 0 }]
}

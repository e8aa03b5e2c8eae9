import type { Fix, ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { BAR_PA, mpsToKn, radToDeg, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import type { Readings } from '../codec.ts'
import { encodeAis } from './aisMessage.ts'
import { sentenceLine } from './sentence.ts'

/** The sentences of these readings, in the order of time. Every moment begins with ZDA, which dates it. */
export function encodeNmea0183({ scalars = [], fixes = [], ais = [] }: Readings): Uint8Array {
  const values = Map.groupBy(scalars, (scalar) => scalar.timeUs)
  const fixAt = new Map(fixes.map((fix) => [fix.timeUs, fix]))
  const reports = Map.groupBy(ais, (report) => report.timeUs)
  const moments = new Set([...values.keys(), ...fixAt.keys(), ...reports.keys()])
  const lines: string[] = []
  for (const timeUs of [...moments].sort((a, b) => a - b)) {
    const fix = fixAt.get(timeUs)
    const boat = new Map(
      values
        .get(timeUs)
        ?.filter(isVessel)
        .map(({ key, value }) => [key, value]),
    )
    lines.push(...dating(timeUs, fix, boat), ...instruments(boat), ...engines(values.get(timeUs) ?? []))
    for (const report of reports.get(timeUs) ?? []) {
      for (const { payload, fillBits } of encodeAis(report)) {
        lines.push(sentenceLine('!', `AIVDM,1,1,,A,${payload},${fillBits}`))
      }
    }
  }
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1')
}

type Values = ReadonlyMap<SeriesKey, number | null>
const isVessel = ({ instance }: ScalarReading) => instance === 0

function dating(timeUs: number, fix: Fix | undefined, boat: Values): string[] {
  const iso = new Date(timeUs / 1e3).toISOString()
  const time = `${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 23)}`
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-')
  const zda = sentenceLine('$', `GPZDA,${time},${day},${month},${year},00,00`)
  if (!fix) return [zda]
  const place = `${coordinate(fix.latitudeDeg, 2, 'NS')},${coordinate(fix.longitudeDeg, 3, 'EW')}`
  const course = `${field(boat, 'sog', mpsToKn, 3)},${field(boat, 'cog', radToDeg, 2)}`
  const date = `${day}${month}${year.slice(2)}`
  const rmc = sentenceLine(
    '$',
    `GPRMC,${time},${fix.valid ? 'A' : 'V'},${place},${course},${date},,,${fix.valid ? 'A' : 'N'}`,
  )
  if (fix.hdop === null) return [zda, rmc]
  // Before RMC, so that the fix which RMC gives has its dilution.
  const gsa = sentenceLine('$', `GPGSA,A,${fix.valid ? 3 : 1},,,,,,,,,,,,,,${fix.hdop},`)
  return [zda, gsa, rmc]
}

function instruments(boat: Values): string[] {
  const has = (...keys: SeriesKey[]) => keys.some((key) => boat.has(key))
  const body: string[] = []
  if (has('heading')) body.push(`HEHDT,${field(boat, 'heading', radToDeg, 2)},T`)
  if (has('stw')) body.push(`VWVHW,,T,,M,${field(boat, 'stw', mpsToKn, 3)},N,,K`)
  if (has('depth_below_transducer')) {
    const below = boat.get('depth_below_transducer')
    const surface = boat.get('depth_below_surface')
    const offset =
      typeof below === 'number' && typeof surface === 'number' ? (surface - below).toFixed(2) : ''
    body.push(`SDDPT,${field(boat, 'depth_below_transducer', same, 2)},${offset},`)
  }
  if (has('wind_speed', 'wind_direction')) {
    const direction = field(boat, 'wind_direction', radToDeg, 2)
    body.push(`WIMWD,${direction},T,,M,,N,${field(boat, 'wind_speed', same, 3)},M`)
  }
  if (has('water_temperature_fc')) body.push(`WIMTW,${field(boat, 'water_temperature_fc', toCelsius, 2)},C`)
  if (has('air_temperature', 'pressure_fc')) {
    const bar = field(boat, 'pressure_fc', (pa) => pa / BAR_PA, 5)
    body.push(`WIMDA,,I,${bar},B,${field(boat, 'air_temperature', toCelsius, 2)},C,,C,,,,C,,T,,M,,N,,M`)
  }
  if (has('rate_of_turn')) body.push(`TIROT,${field(boat, 'rate_of_turn', (rad) => radToDeg(rad) * 60, 3)},A`)
  if (has('rudder_angle')) body.push(`IIRSA,${field(boat, 'rudder_angle', radToDeg, 2)},A,,V`)
  if (has('euler_x', 'euler_y')) {
    const pitch = field(boat, 'euler_y', radToDeg, 2)
    body.push(`IIXDR,A,${pitch},D,PITCH,A,${field(boat, 'euler_x', radToDeg, 2)},D,ROLL`)
  }
  return body.map((one) => sentenceLine('$', one))
}

function engines(readings: readonly ScalarReading[]): string[] {
  return readings
    .filter(({ key }) => key === 'engine_speed')
    .map(({ instance, value }) =>
      sentenceLine('$', `IIRPM,E,${instance},${value === null ? '' : (value * 60).toFixed(1)},,A`),
    )
}

const same = (value: number) => value
const toCelsius = (kelvin: number) => kelvin - ZERO_CELSIUS_K

function field(boat: Values, key: SeriesKey, convert: (stored: number) => number, digits: number): string {
  const value = boat.get(key)
  return typeof value === 'number' ? convert(value).toFixed(digits) : ''
}

/** `ddmm.mmmmm`; minutes that would round to 60 carry into the degree. */
function coordinate(degrees: number, digits: 2 | 3, hemispheres: 'NS' | 'EW'): string {
  const minutes = Math.round(Math.abs(degrees) * 60 * 1e5) / 1e5
  const whole = Math.floor(minutes / 60)
  const rest = (minutes - whole * 60).toFixed(5).padStart(8, '0')
  return `${String(whole).padStart(digits, '0')}${rest},${hemispheres[degrees < 0 ? 1 : 0]}`
}

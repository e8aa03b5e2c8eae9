import { HOUR_S } from './time.ts'
import { NAUTICAL_MILE_M } from './units.ts'

/** The units that a person can choose, for each kind of quantity; the first is the wire's. */
export const UNIT_CHOICES = {
  speed: ['kn', 'km/h', 'mph'],
  distance: ['nmi', 'km'],
  volume: ['L', 'gal'],
  temperature: ['°C', '°F'],
  length: ['m', 'ft'],
} as const

/** Units that a user reads on screens, in mails and in documents; files and programs get the wire's units. */
export type Units = { [Kind in keyof typeof UNIT_CHOICES]: (typeof UNIT_CHOICES)[Kind][number] }

export const WIRE_UNITS: Units = { speed: 'kn', distance: 'nmi', volume: 'L', temperature: '°C', length: 'm' }

/** A display unit: values of the wire's unit times `factor`, plus `offset`. */
export interface ShownUnit {
  unit: string
  factor: number
  offset: number
}

/** km/h, mph and km in a knot or a nautical mile; exact, as are the gallon's and the foot's. */
const KM_PER_NMI = NAUTICAL_MILE_M / 1000
const MPH_PER_KN = NAUTICAL_MILE_M / 1609.344
const GALLONS_PER_L = 1 / 3.785411784
const FEET_PER_M = 1 / 0.3048
const KN_PER_MPS = HOUR_S / NAUTICAL_MILE_M

const PER_KN = { kn: 1, 'km/h': KM_PER_NMI, mph: MPH_PER_KN }
const PER_NMI = { nmi: 1, km: KM_PER_NMI }
const PER_L = { L: 1, gal: GALLONS_PER_L }

/**
 * Returns the display unit for a unit of the wire. A display unit maps to itself, so that a second conversion changes
 * nothing. Wind and currents stay in m/s beside knots, as in forecasts. Users who read speeds per hour read wind and
 * currents per hour too.
 */
export function shownUnit(unit: string, { speed, distance, volume, temperature, length }: Units): ShownUnit {
  const times = (shown: string, factor: number): ShownUnit => ({ unit: shown, factor, offset: 0 })
  switch (unit) {
    case 'kn':
      return times(speed, PER_KN[speed])
    case 'm/s':
      return speed === 'kn' ? times(unit, 1) : times(speed, KN_PER_MPS * PER_KN[speed])
    case 'nmi':
      return times(distance, PER_NMI[distance])
    case '/nmi':
      return times(`/${distance}`, 1 / PER_NMI[distance])
    case 'L':
      return times(volume, PER_L[volume])
    case 'L/hr':
      return times(`${volume}/hr`, PER_L[volume])
    case 'L/nmi':
      return times(`${volume}/${distance}`, PER_L[volume] / PER_NMI[distance])
    case '°C':
      return temperature === '°C' ? times(unit, 1) : { unit: '°F', factor: 1.8, offset: 32 }
    case 'm':
      return times(length, length === 'm' ? 1 : FEET_PER_M)
    default:
      return times(unit, 1)
  }
}

/** A difference has no zero point: 10 °C more are 18 °F more. */
export const toShown = ({ factor, offset }: ShownUnit, value: number, isDifference = false) =>
  value * factor + (isDifference ? 0 : offset)

export const fromShown = ({ factor, offset }: ShownUnit, value: number, isDifference = false) =>
  (value - (isDifference ? 0 : offset)) / factor

/** Rounded to the three decimals of a form, which removes the error of converting twice. */
export const toShownExactly = (shown: ShownUnit, value: number, isDifference = false) =>
  Math.round(toShown(shown, value, isDifference) * 1e6) / 1e6

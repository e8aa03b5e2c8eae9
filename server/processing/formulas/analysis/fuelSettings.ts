import { SECOND_US } from '#contract/domain/time.ts'
import { instantUs } from '#contract/wire/instant.ts'
import type { IgnoredFuelPeriod } from '#contract/wire/vessel.ts'

export interface FuelSettings {
  co2KgPerM3: number
  /** Null until a user enters the engine's factor: real ones differ several-fold. */
  noxGPerM3: number | null
  /** Seconds since 1970, [from, to). */
  ignored: readonly { fromS: number; toS: number }[]
}

/**
 * CO2 from tank to wake, kg/m³: 8.887 kg a US gallon of petrol and 10.180 of diesel (EPA-420-F-11-041), 3.785411784 L
 * a gallon. Densities, kg/m³: middles of EN 228 (720–775) and EN 590 (820–845).
 */
const FUELS: Readonly<Record<string, { co2KgPerM3: number; densityKgPerM3: number }>> = {
  petrol: { co2KgPerM3: 2347.7, densityKgPerM3: 747.5 },
  diesel: { co2KgPerM3: 2689.3, densityKgPerM3: 832.5 },
}

export function fuelSettings(vessel: {
  fuelType: string
  noxFactorGPerKg: number | null
  ignoredFuelPeriods: readonly IgnoredFuelPeriod[]
}): FuelSettings {
  const { co2KgPerM3, densityKgPerM3 } = FUELS[vessel.fuelType] ?? (FUELS.petrol as (typeof FUELS)[string])
  return {
    co2KgPerM3,
    noxGPerM3: vessel.noxFactorGPerKg === null ? null : densityKgPerM3 * vessel.noxFactorGPerKg,
    ignored: ignoredIntervals(vessel.ignoredFuelPeriods),
  }
}

export const ignoredIntervals = (periods: readonly IgnoredFuelPeriod[]): { fromS: number; toS: number }[] =>
  periods.map(({ type, start_time, end_time }) => ({
    fromS:
      type === 'before_date' || start_time === null
        ? Number.NEGATIVE_INFINITY
        : instantUs(start_time) / SECOND_US,
    toS:
      type === 'after_date' || end_time === null ? Number.POSITIVE_INFINITY : instantUs(end_time) / SECOND_US,
  }))

export const isIgnored = ({ ignored }: FuelSettings, second: number) =>
  ignored.some(({ fromS, toS }) => second >= fromS && second < toS)

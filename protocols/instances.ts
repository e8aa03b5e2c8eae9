import { numberShown, SWITCHES, SWITCHES_OF_BANK } from '#contract/domain/series.ts'

/**
 * Numbers of engines, batteries and tanks in every protocol: the first of its kind is instance 1, the second
 * 2. Instance 0 is for quantities that a vessel has once.
 */

/** A bus that counts from 0 (NMEA 2000, Signal K) names its first engine 0. Instances end at 255. */
export const fromBusInstance = (busInstance: number) => Math.min(busInstance + 1, 255)
export const toBusInstance = (instance: number) => Math.max(instance - 1, 0)

export interface Switch {
  key: 'switch' | 'further_switch'
  instance: number
}

/**
 * Banks of switches count from 0, their switches from 1: switches of the first bank are 1 to 28, of the
 * second 29 to 56. Null beyond the eighteenth bank, where the numbers of both series end.
 */
export function switchOf(bank: number, number: number): Switch | null {
  const shown = bank * SWITCHES_OF_BANK + number
  if (bank < 0 || number < 1 || number > SWITCHES_OF_BANK || shown > 2 * SWITCHES) return null
  return shown <= SWITCHES
    ? { key: 'switch', instance: shown }
    : { key: 'further_switch', instance: shown - SWITCHES }
}
export function bankOf({ key, instance }: Switch) {
  const shown = numberShown(key, instance) - 1
  return { bank: Math.floor(shown / SWITCHES_OF_BANK), number: (shown % SWITCHES_OF_BANK) + 1 }
}

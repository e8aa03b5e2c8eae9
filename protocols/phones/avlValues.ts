import type { SeriesKey } from '#contract/domain/series.ts'

/** Id of the horizontal dilution of precision, in tenths. */
export const HDOP_ID = 182

/** Series of an AVL value; the stored unit is the value times `factor`. */
interface AvlMeaning {
  key: SeriesKey
  factor: number
  instance: number
  /** Name of a battery or switch, which the vessel numbers. */
  name?: string
}

/**
 * AVL ids of Teltonika's FMB, FMC and FMM devices that have a series. A further value is one more row, after the list
 * of the device on https://wiki.teltonika-gps.com. Speed and position are in the record itself.
 */
export const AVL_VALUES: Readonly<Record<number, AvlMeaning>> = {
  1: { key: 'switch', factor: 1, instance: 1 },
  2: { key: 'switch', factor: 1, instance: 2 },
  3: { key: 'switch', factor: 1, instance: 3 },
  4: { key: 'switch', factor: 1, instance: 4 },
  /** Level of the fuel tank from OBD, in percent. */
  48: { key: 'fuel_level', factor: 0.01, instance: 1 },
  /** External voltage in mV: the battery that feeds the tracker. */
  66: { key: 'battery_voltage', factor: 0.001, instance: 1 },
  /** Voltage of the tracker's own battery, in mV. */
  67: { key: 'battery_voltage', factor: 0.001, instance: 0, name: 'batteries.tracker' },
  /** Level of the fuel tank from the CAN adapter, in percent. */
  89: { key: 'fuel_level', factor: 0.01, instance: 1 },
  239: { key: 'further_switch', factor: 1, instance: 0, name: 'switches.ignition' },
}

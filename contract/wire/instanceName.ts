/**
 * Engines, batteries, tanks and switches that have names instead of numbers, as Signal K sends them. A vessel gives each
 * name a number, which is the instance of its series, and keeps it for ever.
 */
import { type SeriesKey, SWITCHES, SWITCHES_OF_BANK } from '#contract/domain/series.ts'
import { type DeviceType, deviceOf } from './vesselStatus.ts'

/** Things that Signal K names; the names of one family share the numbers 1 to 255. */
export const INSTANCE_FAMILIES = ['propulsion', 'batteries', 'tanks', 'ac', 'switches'] as const
export type InstanceFamily = (typeof INSTANCE_FAMILIES)[number]

/** Numbers for names that are common on boats, so that they do not depend on which name comes first. */
const USUAL_NUMBERS: Readonly<Record<InstanceFamily, Readonly<Record<string, number>>>> = {
  propulsion: { port: 1, starboard: 2, center: 3, centre: 3 },
  batteries: { house: 1, starter: 2, start: 2 },
  tanks: { port: 1, starboard: 2 },
  ac: {},
  switches: {},
}

/** A switch by its bank and its number in it, `bank.9.1`. */
export const BANKED_SWITCH = /^bank\.(\d+)\.(\d+)$/

/**
 * Most instances of a family on one vessel. Yachts have fewer than 20 batteries; the limit is for a device
 * that sends a new name with every message. Switches may use all numbers of `further_switch`.
 */
export const MOST_INSTANCES: Readonly<Record<InstanceFamily, number>> = {
  ...{ propulsion: 64, batteries: 64, tanks: 64, ac: 64, switches: SWITCHES },
}

/**
 * The number that a name suggests: 1 for `0` as on NMEA 2000, 1 for the battery `house`, the place of a
 * switch in its bank. Null for every other name, and for bus numbers above 254.
 */
export function preferredInstance(family: InstanceFamily, name: string): number | null {
  if (family === 'switches') {
    const [, bank, number] = BANKED_SWITCH.exec(name) ?? []
    return bank ? Number(bank) * SWITCHES_OF_BANK + Number(number) - SWITCHES : null
  }
  if (/^\d+$/.test(name)) return Number(name) < 255 ? Number(name) + 1 : null
  const usual = USUAL_NUMBERS[family]
  const known = name.toLowerCase()
  return Object.hasOwn(usual, known) ? (usual[known] ?? null) : null
}

/**
 * Numbers for new names of one family. Names with a suggested number get it if it is free. Every other name
 * gets the lowest free number, in alphabetical order. Null for names beyond the family's limit.
 */
export function allotInstances(
  family: InstanceFamily,
  taken: Iterable<number>,
  names: readonly string[],
): Map<string, number | null> {
  const used = new Set(taken)
  const numbers = new Map<string, number | null>()
  const allot = (name: string, number: number) => {
    const isFull = used.size >= MOST_INSTANCES[family]
    if (!isFull) used.add(number)
    numbers.set(name, isFull ? null : number)
  }
  const sorted = [...new Set(names)].sort()
  for (const name of sorted) {
    const preferred = preferredInstance(family, name)
    if (preferred !== null && !used.has(preferred)) allot(name, preferred)
  }
  for (const name of sorted) {
    let number = 1
    while (used.has(number)) number++
    if (!numbers.has(name)) allot(name, number)
  }
  return numbers
}

/** A number that a vessel has given to a name. */
export interface NamedInstance {
  family: InstanceFamily
  name: string
  number: number
}

/** Names to show, by the `id` of a device (`battery_1`). A name that only repeats the number is left out. */
export type InstanceNames = ReadonlyMap<string, string>

export function instanceNames(named: readonly NamedInstance[]): InstanceNames {
  return new Map(
    named
      .filter(
        ({ family, name, number }) => !(/^\d+$/.test(name) && preferredInstance(family, name) === number),
      )
      .filter(({ name }) => !BANKED_SWITCH.test(name))
      .map(({ family, name, number }) => {
        const shown = family === 'switches' ? number + SWITCHES : number
        return [`${DEVICE_OF[family]}_${shown}`, name]
      }),
  )
}

const DEVICE_OF: Readonly<Record<InstanceFamily, DeviceType>> = {
  ...{ propulsion: 'engine', batteries: 'battery', tanks: 'tank', ac: 'ac_input', switches: 'switch' },
}

/** The name of the engine, battery, tank or switch that a series is of; null where it has none. */
export const instanceNameOf = (names: InstanceNames, key: SeriesKey, instance: number): string | null =>
  names.get(deviceOf(key, instance).id) ?? null

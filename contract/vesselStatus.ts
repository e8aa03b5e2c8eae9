/** What the devices on board said last: engines, batteries, tanks and all else, each with its fields. */
import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'
import { oneLine } from './oneLine.ts'
import { numberShown, SERIES, type SeriesKey } from './series.ts'

export const DEVICE_GROUPS = ['engine', 'battery', 'tank', 'other_sensors'] as const
export type DeviceGroup = (typeof DEVICE_GROUPS)[number]
export const DEVICE_TYPES = [
  'engine',
  'battery',
  'ac_input',
  'tank',
  'pump',
  'switch',
  'fuel',
  'navigation',
  'motion',
  'weather',
  'depth',
] as const
export type DeviceType = (typeof DEVICE_TYPES)[number]

export const DeviceField = z.object({
  /** The field's name on the wire, to ask for its history. */
  key: z.string(),
  label: z.string(),
  /** In a unit that people read: °C for kelvins, bar for pascals. */
  value: z.number(),
  unit: z.string(),
  display_value: z.string(),
  device_id: z.string(),
  group: z.enum(DEVICE_GROUPS),
  hasSeries: z.boolean(),
  last_updated: z.iso.datetime(),
})
export type DeviceField = z.infer<typeof DeviceField>

export const DeviceStatus = z.object({
  /** `engine_2`; a label is kept under it. */
  id: z.string(),
  name: z.string(),
  /** What people call it. */
  label: z.string().nullable(),
  type: z.enum(DEVICE_TYPES),
  group: z.enum(DEVICE_GROUPS),
  /** Null of what a vessel has only one of. */
  instance_number: z.int().nullable(),
  /** What the boat's own system calls it: the battery `house` of Signal K. */
  instance_name: z.string().nullable(),
  /** Who told its newest value: a protocol and, on a bus, an address with what stands there. */
  message_source: z
    .object({
      protocol: z.string(),
      address: z.int().nullable(),
      name: z.string().nullable(),
      model: z.string().nullable(),
    })
    .nullable(),
  last_updated: z.iso.datetime(),
  fields: z.array(DeviceField),
})
export type DeviceStatus = z.infer<typeof DeviceStatus>

const devices = z.array(DeviceStatus)
export const VesselStatusGroups = z.object({
  engine: devices,
  battery: devices,
  tank: devices,
  other_sensors: devices,
})
export type VesselStatusGroups = z.infer<typeof VesselStatusGroups>

const TANK: readonly SeriesKey[] = ['fuel_level', 'fuel_remaining']
const OF_GROUP = {
  Speed: 'navigation',
  Sensors: 'motion',
  Weather: 'weather',
  Engine: 'engine',
  Battery: 'battery',
  Depth: 'depth',
  Pumps: 'pump',
  Switches: 'switch',
} as const satisfies Record<string, DeviceType>

/** Which device of the vessel tells a series. */
export function deviceOf(key: SeriesKey, instance: number) {
  const { group, instances } = SERIES[key]
  const fuel = TANK.includes(key) ? 'tank' : instances ? 'engine' : 'fuel'
  const type: DeviceType = group === 'Fuel' ? fuel : key === 'ac_input_voltage' ? 'ac_input' : OF_GROUP[group]
  const number = numberShown(key, instance)
  const isNumbered = instances && type !== 'motion'
  return {
    id: isNumbered ? `${type}_${number}` : type,
    type,
    group: DEVICE_GROUPS.find((one) => one === type) ?? ('other_sensors' as const),
    instance_number: isNumbered ? number : null,
  }
}

export const getVesselStatus = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/status',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: z.object({ data: VesselStatusGroups }),
})
/** A group of devices on board and the number within it. */
export const DEVICE_KEY = /^[a-z_]{1,20}(_\d{1,3})?$/
/** Without a label the device goes by its own name again. A key that no device can have answers `not_found`. */
export const updateDeviceLabel = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/device_label/:deviceKey',
  access: 'vessel:vessel-edit',
  params: byId.extend({ deviceKey: z.string().max(64) }),
  query: z.object({ label: oneLine().max(50, 'Maximum 50 symbols').optional() }),
  output: z.object({ label: z.string().nullable() }),
})

/** Latest values of the devices on board: engines, batteries, tanks and all else, each with its fields. */
import { z } from 'zod'
import { numberShown, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint } from './endpoint.ts'

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
  key: z.string().describe('Name of the field, to request its history.'),
  label: z.string().describe('English label of the field.'),
  value: z.number().describe('Newest value of the field, in `unit`.'),
  unit: z.string().describe('Unit of `value`, for example `°C` or `bar`.'),
  display_value: z.string().describe('Newest value with its unit, as text.'),
  device_id: z.string().describe('Identifier of the equipment on board, for example `engine_2`.'),
  group: z
    .enum(DEVICE_GROUPS)
    .describe('Group of the equipment: `engine`, `battery`, `tank` or `other_sensors`.'),
  hasSeries: z.boolean().describe('True if the field has a history.'),
  last_updated: z.iso.datetime().describe('Time of the newest value, ISO 8601 in UTC.'),
})
export type DeviceField = z.infer<typeof DeviceField>

export const DeviceStatus = z.object({
  id: z.string().describe('Identifier of the equipment on board, for example `engine_2`.'),
  name: z.string().describe('English name of the equipment, with its number.'),
  label: z.string().nullable().describe('Label that users gave the equipment; null without one.'),
  type: z.enum(DEVICE_TYPES).describe('Type of equipment, for example `engine` or `pump`.'),
  group: z
    .enum(DEVICE_GROUPS)
    .describe('Group of the equipment: `engine`, `battery`, `tank` or `other_sensors`.'),
  instance_number: z
    .int()
    .nullable()
    .describe('Number of the equipment, 1 or more; null if the vessel has only one.'),
  instance_name: z
    .string()
    .nullable()
    .describe(
      "Name that the vessel's own system gives the equipment, for example `house`; null without one.",
    ),
  message_source: z
    .object({
      protocol: z.string().describe('Protocol of the source, for example `n2k`.'),
      address: z.int().nullable().describe('Address of the source on its bus; null without one.'),
      name: z
        .string()
        .nullable()
        .describe('NAME of the source on its bus, 16 hexadecimal digits; null if unknown.'),
      model: z
        .string()
        .nullable()
        .describe('Model of the source, as its manufacturer states; null if unknown.'),
    })
    .nullable()
    .describe('Source of the newest value; null if unknown.'),
  last_updated: z.iso.datetime().describe('Time of the newest value, ISO 8601 in UTC.'),
  fields: z.array(DeviceField).describe('Fields of the equipment with their newest values.'),
})
export type DeviceStatus = z.infer<typeof DeviceStatus>

const devices = z.array(DeviceStatus)
export const VesselStatusGroups = z.object({
  engine: devices.describe('Engines of the vessel, by number.'),
  battery: devices.describe('Batteries of the vessel, by number.'),
  tank: devices.describe('Tanks of the vessel, by number.'),
  other_sensors: devices.describe('Other equipment of the vessel, for example pumps and switches.'),
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

/** Device of the vessel that reports a series. */
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
  output: z.object({ data: VesselStatusGroups.describe('Equipment of the vessel, by group.') }),
})
/** A group of devices on board and the number within it. */
export const DEVICE_KEY = /^[a-z_]{1,20}(_\d{1,3})?$/
/** Without a label the device goes by its own name again. A key that no device can have answers `not_found`. */
export const updateDeviceLabel = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/device_label/:deviceKey',
  access: 'vessel:vessel-edit',
  params: byId.extend({
    deviceKey: z
      .string()
      .max(64)
      .describe('Identifier of the equipment in the path, for example `engine_2`.'),
  }),
  query: z.object({
    label: oneLine()
      .max(50, 'Maximum 50 symbols')
      .optional()
      .describe('New label of the equipment, at most 50 characters; the default name if absent.'),
  }),
  output: z.object({
    label: z.string().nullable().describe('New label of the equipment; null for the default name.'),
  }),
})

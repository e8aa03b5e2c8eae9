/** Devices on board: which vessel one is on, since when, how it is heard, and what was refused of it and why. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'

export const PAIRING_CODE_LENGTH = 8
export const PairingCode = z
  .string()
  .trim()
  .min(PAIRING_CODE_LENGTH, 'Code must be at least 8 characters')
  .max(PAIRING_CODE_LENGTH, 'Code can be 8 characters at maximum')
  .toUpperCase()

/** How a device comes to us. */
export const WAYS = ['mqtt', 'http', 'signalk'] as const
export type Way = (typeof WAYS)[number]

/** In which protocols devices send, as in the topic `binnacle/{deviceId}/{format}`. */
export const FORMATS = ['imu', 'readings', 'n2k', 'nmea0183', 'signalk', 'j1939'] as const
export type Format = (typeof FORMATS)[number]

/** Ids are a part of MQTT topics. */
const deviceById = z.object({ id: z.string().max(64) })

/** When something was heard of a device last, and how much. Times are epoch ms. */
export const DeviceActivity = z.object({
  last_seen: z.number().nullable(),
  /** When it spoke over each way and in each format last. */
  ways: z.partialRecord(z.enum(WAYS), z.number()),
  formats: z.partialRecord(z.enum(FORMATS), z.number()),
  /** Samples that were stored in the newest full minute in which it spoke. */
  samples_per_minute: z.number().nullable(),
  /** How far its clock is ahead of the server, ms; what comes late makes it look behind. */
  clock_offset: z.number().nullable(),
})
export type DeviceActivity = z.infer<typeof DeviceActivity>

/** Lasting faults of a device that a person can do something about. */
export const NOTICE_KINDS = [
  'gps_week_corrected',
  'gps_date_refused',
  'receiver_frozen',
  'positions_rare',
  'clock_invalid',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const DeviceNotice = z.object({
  kind: z.enum(NOTICE_KINDS),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  /** How many messages had the fault since `first_at`. */
  count: z.int(),
  /** `gps_week_corrected`: weeks added. `gps_date_refused`: the date that came, epoch ms. Null for other kinds. */
  value: z.number().nullable(),
  /** It has not recurred for a day. */
  is_past: z.boolean(),
})
export type DeviceNotice = z.infer<typeof DeviceNotice>

export const Device = DeviceActivity.extend({
  id: z.string(),
  /** Null while it is on none; the vessel that it was on last is `last_vessel`. */
  vessel: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  last_vessel: z.object({ id: z.uuid(), name: z.string() }),
  paired_at: z.iso.datetime(),
  unpaired_at: z.iso.datetime().nullable(),
  /** Of the time on its present or last vessel, the newest first. */
  notices: z.array(DeviceNotice),
})
export type Device = z.infer<typeof Device>

/** Devices that are on vessels of the caller, or were last. */
export const listDevices = endpoint({
  method: 'GET',
  path: '/api/devices',
  access: 'vessel:vessel-pair-device',
  list: {
    orders: ['id', 'vessel', 'last_seen'],
    usual: ['id', 'asc'],
    filters: { id: 'text', name: 'words', vessel_id: 'id', department_id: 'department' },
  },
  output: page(Device),
})
export const getDevice = endpoint({
  method: 'GET',
  path: '/api/devices/:id',
  access: 'vessel:vessel-pair-device',
  params: deviceById,
  output: Device,
})

/** What was refused of one device in the last thirty days. */
export const DeviceRejections = z.object({
  /** The newest hundred kinds, newest first. */
  data: z.array(
    z.object({
      received_at: z.iso.datetime(),
      reason: z.string(),
      detail: z.string(),
      count: z.int(),
    }),
  ),
  /** How many samples or messages in each hour (UTC), by reason. */
  hours: z.array(z.object({ hour: z.iso.datetime(), reason: z.string(), count: z.int() })),
})
export type DeviceRejections = z.infer<typeof DeviceRejections>
export const getDeviceRejections = endpoint({
  method: 'GET',
  path: '/api/devices/:id/rejected',
  access: 'vessel:vessel-pair-device',
  params: deviceById,
  output: DeviceRejections,
})

const Credentials = z.object({ id: z.string(), secret: z.string() })
/** A new secret, told once; the one before counts no longer. */
export const renewDeviceSecret = endpoint({
  method: 'POST',
  path: '/api/devices/:id/secret',
  access: 'vessel:vessel-pair-device',
  params: deviceById,
  output: Credentials,
})
/** Nobody signs in as this device any more, and its vessel has none. */
export const revokeDevice = endpoint({
  method: 'DELETE',
  path: '/api/devices/:id',
  access: 'vessel:vessel-pair-device',
  params: deviceById,
  output: z.object({ ok: z.literal(true) }),
})

/** A vessel has one device. Only `replace_device: true` unpairs the one that the vessel has, else the answer is VESSEL_HAS_DEVICE. */
const Replacement = z.object({ replace_device: z.boolean().optional() })

/** A new device for a vessel, paired from the start. Its secret is told once. */
export const createVesselDevice = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/devices',
  access: 'vessel:vessel-pair-device',
  problems: ['VESSEL_HAS_DEVICE'],
  params: byId,
  body: Replacement,
  output: Credentials,
})

/** Puts the device that shows the code on the vessel. */
export const pairDevice = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/pair-device',
  access: 'vessel:vessel-pair-device',
  problems: ['INCORRECT_PAIRING_CODE', 'VESSEL_HAS_DEVICE', 'too_many'],
  params: byId,
  body: Replacement.extend({ pairing_code: PairingCode }),
  output: z.object({ device: z.object({ id: z.string() }) }),
})
export const unpairDevice = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/unpair-device',
  access: 'vessel:vessel-pair-device',
  params: byId,
  output: z.object({ ok: z.literal(true) }),
})
/** The source loses the device. */
export const transferDevice = endpoint({
  method: 'PUT',
  path: '/api/devices/:deviceId/transfer/:fromVesselId/:toVesselId',
  access: 'vessel:vessel-pair-device',
  problems: ['VESSEL_HAS_DEVICE'],
  params: z.object({ deviceId: z.string().max(64), fromVesselId: z.uuid(), toVesselId: z.uuid() }),
  body: Replacement,
  output: z.object({ ok: z.literal(true) }),
})

/** A device on a vessel from when to when; null while it is. */
export const Pairing = z.object({
  device_id: z.string(),
  paired_at: z.iso.datetime(),
  unpaired_at: z.iso.datetime().nullable(),
  /** The device can no longer sign in at all. */
  revoked: z.boolean(),
})
export type Pairing = z.infer<typeof Pairing>
/** Devices of a vessel, the newest pairing first. */
export const listPairings = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/pairings',
  access: 'vessel:vessel-view',
  params: byId,
  output: page(Pairing),
})

/** Where devices reach us over MQTT: host and port are null where they are those of the console and the usual one. */
export const Gateway = z.object({
  mqtt: z.object({
    host: z.string().nullable(),
    port: z.int().nullable(),
    is_secure: z.boolean(),
    /** An operator's own broker, which has accounts of its own. */
    is_outside: z.boolean(),
  }),
})
export type Gateway = z.infer<typeof Gateway>
export const getGateway = endpoint({
  method: 'GET',
  path: '/api/gateway',
  access: 'vessel:vessel-pair-device',
  output: Gateway,
})

/** Devices on board: the vessel of each and since when, its data, and its rejected data with the reason. */
import { z } from 'zod'
import { DeviceHealth } from './deviceHealth.ts'
import { byId, endpoint, page } from './endpoint.ts'

export const PAIRING_CODE_LENGTH = 8
export const PairingCode = z
  .string()
  .trim()
  .min(PAIRING_CODE_LENGTH, 'Code must be at least 8 characters')
  .max(PAIRING_CODE_LENGTH, 'Code can be 8 characters at maximum')
  .toUpperCase()

/** How a device comes to us. */
export const WAYS = ['mqtt', 'http', 'signalk', 'tcp', 'udp'] as const
export type Way = (typeof WAYS)[number]

/** In which protocols devices send, as in the topic `taffrail/{deviceId}/{format}`. */
export const FORMATS = ['imu', 'readings', 'n2k', 'nmea0183', 'signalk', 'j1939'] as const
export type Format = (typeof FORMATS)[number]

/** Forms in which apps on phones send to the address of the phone: OsmAnd's and Traccar's form, OwnTracks, Overland. */
export const PHONE_FORMATS = ['osmand', 'owntracks', 'overland'] as const
export type PhoneFormat = (typeof PHONE_FORMATS)[number]
const RECEIVED_FORMATS = [...FORMATS, ...PHONE_FORMATS, 'teltonika'] as const
export type ReceivedFormat = (typeof RECEIVED_FORMATS)[number]

/**
 * Kinds of devices. A `device` signs in with its id and secret. A `phone` has no software of ours: an app sends to an
 * address that contains the phone's key. A `tracker` says its IMEI, and a source of `nmea` has its network address: both
 * prove nothing, so the operator names the networks that they may come from.
 */
export const DEVICE_KINDS = ['device', 'phone', 'tracker', 'nmea'] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** Ids are a part of MQTT topics. */
const deviceById = z.object({
  id: z.string().max(64).describe('Identifier of the device, at most 64 characters.'),
})

/** Time and amount of the last data of a device. Times are epoch ms. */
export const DeviceActivity = z.object({
  last_seen: z
    .number()
    .nullable()
    .describe(
      'Time of the last message from the device, in milliseconds since 1970 UTC; null before the first.',
    ),
  ways: z
    .partialRecord(z.enum(WAYS), z.number())
    .describe('Time of the last message over each transport, in milliseconds since 1970 UTC.'),
  formats: z
    .partialRecord(z.enum(RECEIVED_FORMATS), z.number())
    .describe('Time of the last message in each data format, in milliseconds since 1970 UTC.'),
  samples_per_minute: z
    .number()
    .nullable()
    .describe('Samples stored in the newest full minute with data; null before the first.'),
  clock_offset: z
    .number()
    .nullable()
    .describe('Clock of the device minus clock of the server, in milliseconds; null if unknown.'),
})
export type DeviceActivity = z.infer<typeof DeviceActivity>

/** Lasting faults of a device that a person can do something about. */
export const NOTICE_KINDS = [
  'gps_week_corrected',
  'gps_date_refused',
  'receiver_frozen',
  'positions_rare',
  'clock_invalid',
  'mqtt5_refused',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const DeviceNotice = z.object({
  kind: z.enum(NOTICE_KINDS).describe('Type of lasting fault, for example `receiver_frozen`.'),
  first_at: z.iso.datetime().describe('Time of the first message with the fault, ISO 8601 in UTC.'),
  last_at: z.iso.datetime().describe('Time of the last message with the fault, ISO 8601 in UTC.'),
  count: z.int().describe('Number of messages with the fault since `first_at`.'),
  value: z
    .number()
    .nullable()
    .describe(
      'Weeks added for `gps_week_corrected`; the refused date for `gps_date_refused`, in milliseconds since 1970 UTC; otherwise null.',
    ),
  is_past: z.boolean().describe('True if the fault has not occurred for a day.'),
})
export type DeviceNotice = z.infer<typeof DeviceNotice>

export const Device = DeviceActivity.extend({
  health: DeviceHealth.extend({
    received_at: z.iso.datetime().describe('Time at which the report arrived, ISO 8601 in UTC.'),
  })
    .nullable()
    .describe('Last report of the program on board since the pairing; null for devices without one.'),
  id: z.string().describe('Identifier of the device, part of its MQTT topics.'),
  kind: z
    .enum(DEVICE_KINDS)
    .describe(
      '`device` with an id and a secret, `phone` with an address of its own, `tracker` with an IMEI, `nmea` with a source address.',
    ),
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
    })
    .nullable()
    .describe('Vessel that the device is paired with; null if unpaired.'),
  last_vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
    })
    .describe('Vessel that the device was last paired with.'),
  paired_at: z.iso.datetime().describe('Start of the last pairing, ISO 8601 in UTC.'),
  unpaired_at: z.iso
    .datetime()
    .nullable()
    .describe('End of the last pairing, ISO 8601 in UTC; null while paired.'),
  notices: z.array(DeviceNotice).describe('Lasting faults during the last pairing, newest first.'),
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

/** Rejected data of one device in the last thirty days. */
export const DeviceRejections = z.object({
  data: z
    .array(
      z.object({
        received_at: z.iso.datetime().describe('Time of arrival of the rejected data, ISO 8601 in UTC.'),
        reason: z.string().describe('Reason of the rejection, for example `out_of_range`.'),
        detail: z.string().describe('Field, sentence or frame that was rejected.'),
        count: z.int().describe('Number of rejected samples or messages of this type.'),
      }),
    )
    .describe('Newest hundred types of rejected data, newest first.'),
  hours: z
    .array(
      z.object({
        hour: z.iso.datetime().describe('Start of the hour, ISO 8601 in UTC.'),
        reason: z.string().describe('Reason of the rejections in the hour.'),
        count: z.int().describe('Number of rejected samples or messages in the hour.'),
      }),
    )
    .describe('Number of rejected samples or messages by hour and reason.'),
})
export type DeviceRejections = z.infer<typeof DeviceRejections>
export const getDeviceRejections = endpoint({
  method: 'GET',
  path: '/api/devices/:id/rejected',
  access: 'vessel:vessel-pair-device',
  params: deviceById,
  output: DeviceRejections,
})

/** Fifteen digits, the last of which checks the others (Luhn). */
export const Imei = z
  .string()
  .trim()
  .regex(/^\d{15}$/, 'An IMEI has 15 digits')
  .refine((imei) => luhnSum(imei) % 10 === 0, 'This is no IMEI: a digit is wrong')

/** Sum of the digits, every second one from the right doubled and reduced to one digit. */
function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
}

export const SourceAddress = z.union([z.ipv4(), z.ipv6()], 'This is no network address')

const Credentials = z.object({
  id: z.string().describe('Identifier of the device, its user name.'),
  secret: z
    .string()
    .describe(
      'Secret of the device, shown only in this answer; for a phone the key in `/gateway/phone/{key}`.',
    ),
})
/** A new secret, shown once; the secret before is no longer valid. */
export const renewDeviceSecret = endpoint({
  method: 'POST',
  path: '/api/devices/:id/secret',
  access: 'vessel:vessel-pair-device',
  params: deviceById,
  output: Credentials,
})
/** Revokes a device: it can no longer sign in, and its vessel has no device. */
export const revokeDevice = endpoint({
  method: 'DELETE',
  path: '/api/devices/:id',
  access: 'vessel:vessel-pair-device',
  params: deviceById,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/**
 * A vessel has one device. Only `replace_device: true` unpairs a present device; otherwise the answer is
 * VESSEL_HAS_DEVICE.
 */
const Replacement = z.object({
  replace_device: z
    .boolean()
    .optional()
    .describe("True unpairs the vessel's current device first; otherwise such a call fails."),
})

/** A new device for a vessel, or one that was unpaired, paired from the start. A new secret is shown once. */
export const createVesselDevice = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/devices',
  access: 'vessel:vessel-pair-device',
  problems: ['VESSEL_HAS_DEVICE'],
  params: byId,
  body: Replacement.extend({
    kind: z
      .enum(DEVICE_KINDS)
      .optional()
      .describe(
        '`phone` for an app on a phone, `tracker` with `imei`, `nmea` with `ip_address`; `device` without it.',
      ),
    imei: Imei.optional().describe('IMEI of a tracker, 15 digits.'),
    ip_address: SourceAddress.optional().describe(
      'Address from which NMEA 0183 comes, IPv4 or IPv6, as the server sees it.',
    ),
    device_id: z
      .string()
      .regex(/^[\w-]{3,64}$/)
      .optional()
      .describe(
        'Identifier of an unpaired phone, tracker or source of NMEA 0183 that is paired again, in place of a new device; a phone keeps its key. Without `kind`.',
      ),
  }),
  output: Credentials.extend({
    secret: z
      .string()
      .nullable()
      .describe(
        'Secret of the device, shown only in this answer; for a phone the key in `/gateway/phone/{key}`; null for `tracker` and `nmea`, which have none, and with `device_id`.',
      ),
  }),
})

/** Puts the device that shows the code on the vessel. */
export const pairDevice = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/pair-device',
  access: 'vessel:vessel-pair-device',
  problems: ['INCORRECT_PAIRING_CODE', 'VESSEL_HAS_DEVICE', 'too_many'],
  params: byId,
  body: Replacement.extend({ pairing_code: PairingCode.describe('Pairing code that the device shows.') }),
  output: z.object({
    device: z
      .object({ id: z.string().describe('Identifier of the paired device.') })
      .describe('Device that is now paired with the vessel.'),
  }),
})
export const unpairDevice = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/unpair-device',
  access: 'vessel:vessel-pair-device',
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
/** The source loses the device. */
export const transferDevice = endpoint({
  method: 'PUT',
  path: '/api/devices/:deviceId/transfer/:fromVesselId/:toVesselId',
  access: 'vessel:vessel-pair-device',
  problems: ['VESSEL_HAS_DEVICE'],
  params: z.object({
    deviceId: z.string().max(64).describe('Identifier of the device to transfer.'),
    fromVesselId: z.uuid().describe('Identifier of the vessel that has the device, a UUID.'),
    toVesselId: z.uuid().describe('Identifier of the vessel that receives the device, a UUID.'),
  }),
  body: Replacement,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** A device on a vessel from when to when; null while it is. */
export const Pairing = z.object({
  device_id: z.string().describe('Identifier of the device that was paired.'),
  paired_at: z.iso.datetime().describe('Start of the pairing, ISO 8601 in UTC.'),
  unpaired_at: z.iso
    .datetime()
    .nullable()
    .describe('End of the pairing, ISO 8601 in UTC; null while paired.'),
  revoked: z.boolean().describe("True if the device's credentials are revoked."),
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

/** Addresses to which devices send. A null host means the console's, a null port of MQTT the usual one. */
export const Gateway = z.object({
  mqtt: z
    .object({
      host: z.string().nullable().describe('Host name or IP address of the MQTT broker; null if unknown.'),
      port: z.int().nullable().describe('TCP port of the broker, 1 to 65,535; null if unknown.'),
      is_secure: z.boolean().describe('True if the broker requires TLS.'),
    })
    .describe('Address of the MQTT broker for devices.'),
  tracker_port: z
    .int()
    .nullable()
    .describe('TCP port for Teltonika trackers on the host of the broker; null while it is switched off.'),
  nmea_port: z
    .int()
    .nullable()
    .describe(
      'Port for NMEA 0183 over TCP and UDP on the host of the broker; null while it is switched off.',
    ),
  has_unauthenticated_networks: z
    .boolean()
    .describe('True if devices without a secret may send from at least one network.'),
  console_urls: z
    .array(z.string())
    .describe(
      'Addresses at which other computers reach the console, the best first; empty if it listens only on its own computer.',
    ),
})
export type Gateway = z.infer<typeof Gateway>
export const getGateway = endpoint({
  method: 'GET',
  path: '/api/gateway',
  access: 'vessel:vessel-pair-device',
  output: Gateway,
})

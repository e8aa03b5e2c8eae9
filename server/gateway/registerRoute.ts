// The plugin's types add its option to the configuration of a route.
import type {} from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '#contract/wire/errors.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  createDevice,
  DEVICE_ID,
  isReservedId,
  issuePairingCode,
  makeRoomForDevice,
} from '#server/records/devices.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { authenticatedDevice } from './credentials.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { isPaired } from './intake.ts'
import type { MqttAddress } from './mqttAddress.ts'

const Introduction = z.object({
  id: z
    .string()
    .regex(DEVICE_ID)
    .refine((id) => !isReservedId(id))
    .optional(),
})
const A_DEVICE_OR_TWO = { max: 20, timeWindow: '1 hour' }

/**
 * `POST /gateway/register`: registers a new device, with an id of its own or without. Answers its secret,
 * once, and the code with which a person pairs it with a vessel. A device with credentials gets a new code,
 * or the answer that it is paired. Anyone may register a device: until it is paired, nothing of it is stored.
 */
export function registerRoute(
  app: FastifyInstance,
  given: {
    db: Db
    directory: DeviceDirectory
    clock: Clock
    bus: Bus
    mqtt: MqttAddress
  },
): void {
  const { db, directory, clock, bus } = given
  const { host, port, isSecure } = given.mqtt
  const mqtt = {
    ...(host !== null && { mqtt_host: host }),
    ...(port !== null && { mqtt_port: port }),
    ...(isSecure && { mqtt_tls: true }),
  }
  app.post('/gateway/register', { config: { rateLimit: A_DEVICE_OR_TWO } }, async ({ headers, body }) => {
    const nowMs = clock.nowMs()
    if (headers.authorization !== undefined) {
      const device = await authenticatedDevice(directory, headers.authorization)
      if (isPaired(device)) return { id: device.id, paired: true, ...mqtt }
      const registered = await answer({ id: device.id }, nowMs)
      // Brokers let an unpaired device connect again from here on.
      bus.publish({ type: 'device.changed', deviceId: device.id })
      return registered
    }
    const introduction = Introduction.safeParse(body ?? {})
    if (!introduction.success)
      throw new Problem(
        'invalid',
        'An id has 3 to 64 letters, digits, hyphens or underscores, and does not begin with imei- or nmea-.',
      )
    await makeRoomForDevice(db, nowMs)
    return answer(await createDevice(db, { id: introduction.data.id }), nowMs)
  })

  async function answer({ id, secret }: { id: string; secret?: string }, nowMs: number) {
    const { code, expiresAt } = await issuePairingCode(db, id, nowMs)
    return {
      ...{ id, ...(secret ? { secret } : {}), ...mqtt },
      ...{ paired: false, pairing_code: code, expires_at: expiresAt },
    }
  }
}

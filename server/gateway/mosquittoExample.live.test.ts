import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type IClientOptions } from 'mqtt'
import { afterAll, expect, test } from 'vitest'
import { startTestMosquitto } from '#server/testing/testMosquitto.ts'

const PASSWORD = 'ahoy'
const PEOPLE = ['taffrail', 'TFR-1', 'TFR-2']

/** The example as it is, but for where its files lie. */
let folder = ''
const broker = await startTestMosquitto(async (dir) => {
  folder = dir
  const passwords = join(dir, 'passwords')
  for (const [i, name] of PEOPLE.entries())
    execFileSync('/usr/bin/mosquitto_passwd', ['-b', ...(i === 0 ? ['-c'] : []), passwords, name, PASSWORD])
  const example = readFileSync(new URL('../../deploy/mosquitto.conf', import.meta.url), 'utf8')
  return example
    .replace('listener 1883', `user ${userInfo().username}`)
    .replace('/run/secrets/mqtt_passwords', passwords)
    .replace('/mosquitto/config/acl', new URL('../../deploy/mosquitto.acl', import.meta.url).pathname)
    .replace('/mosquitto/data/', `${dir}/`)
    .replace('autosave_interval 10', 'autosave_interval 1')
})
afterAll(() => broker?.close())

const signIn = (username: string, password = PASSWORD, options: IClientOptions = {}) =>
  connectAsync(broker?.url ?? '', {
    ...{ username, password, protocolVersion: 5, reconnectPeriod: 0 },
    ...options,
  })

test.skipIf(!broker)('lets each device publish only for itself through the example broker', async () => {
  await expect(signIn('TFR-1', 'guessed')).rejects.toThrow('Not authorized')
  const [gateway, one, two] = await Promise.all([signIn('taffrail'), signIn('TFR-1'), signIn('TFR-2')])
  const received: string[] = []
  gateway.on('message', (topic) => received.push(topic))
  await gateway.subscribeAsync('$share/taffrail/taffrail/+/readings', { qos: 1 })
  await expect(two.publishAsync('taffrail/TFR-1/readings', 'forged', { qos: 1 })).rejects.toThrow(
    'Not authorized',
  )
  await one.publishAsync('taffrail/TFR-1/readings', 'own', { qos: 1 })
  await expect.poll(() => received).toEqual(['taffrail/TFR-1/readings'])

  const delivered: string[] = []
  for (const device of [one, two]) device.on('message', (topic) => delivered.push(topic))
  await one.subscribeAsync('taffrail/TFR-1/settings', { qos: 1 })
  await two.subscribeAsync('taffrail/TFR-1/settings', { qos: 1 }).catch(() => undefined)
  await gateway.publishAsync('taffrail/TFR-1/settings', '{}', { qos: 1 })
  await gateway.publishAsync('taffrail/TFR-2/settings', '{}', { qos: 1 })
  await one.publishAsync('taffrail/TFR-1/readings', 'last', { qos: 1 })
  await expect.poll(() => received.at(-1)).toBe('taffrail/TFR-1/readings')
  expect(delivered).toEqual(['taffrail/TFR-1/settings'])
  await Promise.all([gateway, one, two].map((client) => client.endAsync(true)))
})

test.skipIf(!broker)(
  'keeps messages that wait for a gateway on disk in the example broker',
  { timeout: 60_000 },
  async () => {
    const stays = { clientId: 'away', clean: false, properties: { sessionExpiryInterval: 3600 } }
    const gateway = await signIn('taffrail', PASSWORD, stays)
    await gateway.subscribeAsync('$share/taffrail/taffrail/+/readings', { qos: 1 })
    await gateway.endAsync(true)
    const device = await signIn('TFR-1')
    await device.publishAsync('taffrail/TFR-1/readings', 'waits for a gateway', { qos: 1 })
    const file = join(folder, 'mosquitto.db')
    const isThere = () => existsSync(file) && readFileSync(file).includes('waits for a gateway')
    await expect.poll(isThere, { timeout: 30_000, interval: 250 }).toBe(true)
    await device.endAsync(true)
  },
)

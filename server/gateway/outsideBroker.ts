import { connectAsync } from 'mqtt'
import type { Log } from '#server/platform/log.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isFormat, isPaired } from './intake.ts'

/**
 * Listens on an outside broker (MQTT 5 where it speaks it), which signs devices in and gives each its own topics. A
 * message is acknowledged once its readings are on disk; one of an unknown or unpaired device is noted and
 * acknowledged, since holding it would hold up everybody else.
 */
export async function listenOnBroker(given: {
  url: string
  directory: DeviceDirectory
  intake: Intake
  log: Log
}): Promise<{ close(): Promise<void> }> {
  const { url, directory, intake, log } = given
  const decoders = new Map<string, Decoders>()
  // The session outlives a restart, so the broker keeps what arrives meanwhile.
  const client = await connectAsync(url, {
    protocolVersion: 5,
    clientId: 'binnacle-gateway',
    clean: false,
    properties: { sessionExpiryInterval: 7 * 86_400, receiveMaximum: 1000 },
    reconnectPeriod: 1000,
  })
  client.handleMessage = (packet, acknowledge) => {
    take(packet.topic, packet.payload as Buffer)
      .then(() => acknowledge())
      .catch((error) => {
        log.error('a message could not be stored and stays with the broker', { error })
        acknowledge(error)
        client.reconnect()
      })
  }
  await client.subscribeAsync('binnacle/+/+', { qos: 1 })

  async function take(topic: string, payload: Buffer) {
    const [, deviceId = '', format = ''] = topic.split('/')
    if (!isFormat(format)) return
    const device = await directory.get(deviceId)
    if (!device || !isPaired(device)) {
      if (device) intake.noteRefused(deviceId, 'not_paired', 'The device has data but no vessel.')
      return
    }
    const own = decoders.get(deviceId) ?? new Decoders()
    decoders.set(deviceId, own)
    await intake.takeMessage(device, own, format, payload)
  }

  return { close: () => client.endAsync() }
}

import { connectAsync, type MqttClient } from 'mqtt'
import type { Format } from '#protocols/formats.ts'

export interface Boat {
  vesselNumber: number
  id: string
  secret: string
}

/** Device of a boat on the built-in broker; it sends unacknowledged messages again when the server dies. */
export function connectBoat(boat: Boat, mqttPort: number): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    protocolVersion: 4,
    clientId: boat.id,
    username: boat.id,
    password: boat.secret,
    clean: false,
    reconnectPeriod: 200,
  })
}

/** Resolves with the time to the acknowledgement, ms. */
export async function publish(
  client: MqttClient,
  boat: Boat,
  format: Format,
  message: Uint8Array,
): Promise<number> {
  const startMs = performance.now()
  await client.publishAsync(
    `taffrail/${boat.id}/${format}`,
    Buffer.from(message.buffer, message.byteOffset, message.byteLength),
    {
      qos: 1,
    },
  )
  return performance.now() - startMs
}

/** Runs `task` on every item, at most `atOnce` at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await task(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

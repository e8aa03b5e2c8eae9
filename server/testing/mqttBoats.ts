/** Boats of a test that publish over MQTT with QoS 1 to several gateways: through a load balancer, some through a bridge. */
import { connect as connectSocket } from 'node:net'
import { MqttClient } from 'mqtt'
import type { Device, Message } from './sailedFleet.ts'
import { startTestMosquitto, type TestMosquitto } from './testMosquitto.ts'
import { startMqttBalancer } from './testProxy.ts'

const RETRY_MS = 100

export interface MqttBoats {
  balancer: Awaited<ReturnType<typeof startMqttBalancer>>
  /** Null where Mosquitto is not installed; all boats then use the load balancer. */
  bridge: TestMosquitto | null
  /** Messages of each way that were acknowledged so far. */
  acknowledged(): { balancer: number; bridge: number }
  /** Resolves once the message is acknowledged. A client keeps its message and sends it again over its next connection. */
  send(message: Message): Promise<void>
  /** Kills the bridge once all that it acknowledged is on its disk, and starts it again; its boats wait meanwhile. */
  killBridge(): Promise<void>
  close(): Promise<void>
}

/** Connects to a load balancer from an address of its own, by which nginx chooses the gateway. */
export function connectThrough(port: number, { id, secret }: Device, localAddress: string): MqttClient {
  const client = new MqttClient(() => connectSocket({ host: '127.0.0.1', port, localAddress }), {
    ...{ clientId: id, username: id, password: secret, protocolVersion: 4 },
    ...{ reconnectPeriod: RETRY_MS, reconnectOnConnackError: true, connectTimeout: 5000 },
  })
  client.on('error', () => undefined)
  return client
}

/** The second of every three boats publishes through the bridge. */
export async function openMqttBoats(given: {
  gatewayPorts: readonly number[]
  devices: readonly Device[]
  bridge: { id: string; secret: string }
}): Promise<MqttBoats> {
  const { gatewayPorts, devices } = given
  const balancer = await startMqttBalancer(gatewayPorts)
  const bridge = await startTestMosquitto({ gatewayPort: balancer.port, bridge: given.bridge })
  const counts = { balancer: 0, bridge: 0 }
  const wayOf = (boat: number) => (bridge && boat % 3 === 1 ? 'bridge' : 'balancer')
  const bridgePort = Number(new URL(bridge?.url ?? 'mqtt://localhost:0').port)
  const clients = devices.map((device, boat) =>
    connectThrough(wayOf(boat) === 'bridge' ? bridgePort : balancer.port, device, `127.0.0.${10 + boat}`),
  )
  const underWay = new Set<Promise<unknown>>()
  let paused: Promise<void> | null = null

  async function publish({ boat, format, body }: Message) {
    const way = wayOf(boat)
    for (;;) {
      if (way === 'bridge') await paused
      try {
        const publishing = clients[boat]?.publishAsync(
          `taffrail/${devices[boat]?.id}/${format}`,
          Buffer.from(body),
          { qos: 1 },
        )
        if (publishing && way === 'bridge') underWay.add(publishing)
        await publishing?.finally(() => underWay.delete(publishing))
        counts[way]++
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  return {
    ...{ balancer, bridge, send: publish, acknowledged: () => ({ ...counts }) },
    async killBridge() {
      const pause = Promise.withResolvers<void>()
      paused = pause.promise
      await Promise.allSettled(underWay)
      await bridge?.saved()
      await bridge?.stop('SIGKILL')
      await bridge?.start()
      paused = null
      pause.resolve()
    },
    async close() {
      await Promise.all(clients.map((client) => client.endAsync(true)))
      await bridge?.close()
      await balancer.close()
    },
  }
}

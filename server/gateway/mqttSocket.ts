// The plugin's types add the websocket option to routes.
import type {} from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { createWebSocketStream } from 'ws'
import type { MqttBroker } from './mqttBroker.ts'

/** `/gateway/mqtt`: the broker over WebSocket, for boats whose network allows only HTTP. */
export function mqttSocketRoute(app: FastifyInstance, broker: Pick<MqttBroker, 'handle'>): void {
  app.get('/gateway/mqtt', { websocket: true }, (socket, { ip }) =>
    broker.handle(createWebSocketStream(socket), ip),
  )
}

import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startScript } from '#server/testing/testProgram.ts'

test('connects to the MQTT host and port that registration answers', async () => {
  const balancer = createServer((socket) => socket.destroy()).listen(0, '127.0.0.2')
  await once(balancer, 'listening')
  const { port } = balancer.address() as AddressInfo
  const server = createHttpServer((_request, response) =>
    response.end(
      JSON.stringify({ id: 'a', secret: 'b', pairing_code: 'c', mqtt_host: '127.0.0.2', mqtt_port: port }),
    ),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const device = startScript('device', ['--server', address])
  try {
    const [socket] = await once(balancer, 'connection', { signal: AbortSignal.timeout(20_000) })
    expect(socket).toBeDefined()
  } finally {
    await device.kill()
    balancer.close()
    server.close()
  }
}, 30_000)

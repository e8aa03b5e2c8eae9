import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { preferredPort } from './preferredPort.ts'

test('takes a free port and another one when it is busy', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await preferredPort(port, '127.0.0.1')).toBe(0)
  server.close()
  await once(server, 'close')
  expect(await preferredPort(port, '127.0.0.1')).toBe(port)
})

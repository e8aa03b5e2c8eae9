import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { localAddress } from './addresses.ts'

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1')

test.each<[string, string]>([
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['0.0.0.0', '127.0.0.1'],
  ...(hasIPv6
    ? ([
        ['::1', '[::1]'],
        ['::', '[::1]'],
      ] satisfies [string, string][])
    : []),
])('reaches a server that listens on %s at %s', async (listensOn, host) => {
  const server = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'))
  await once(server.listen(0, listensOn), 'listening')
  const local = localAddress(server.address())
  expect(local.host).toBe(host)
  expect((await fetch(`http://${local.host}:${local.port}`)).status).toBe(204)
  server.close()
})

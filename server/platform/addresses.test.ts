import { once } from 'node:events'
import { createServer } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { localAddress, outsideUrls } from './addresses.ts'

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

const network = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  [{ address, family, internal }] as NetworkInterfaceInfo[]
const NETWORKS = [
  network('127.0.0.1', 'IPv4', true),
  network('fe80::1', 'IPv6'),
  network('2001:db8::7', 'IPv6'),
  network('192.168.1.20', 'IPv4'),
]

test.each<[string, string | undefined, string[]]>([
  ['0.0.0.0', undefined, ['http://192.168.1.20:3000']],
  ['::', undefined, ['http://192.168.1.20:3000', 'http://[2001:db8::7]:3000']],
  ['192.168.1.20', undefined, ['http://192.168.1.20:3000']],
  ['2001:db8::7', undefined, ['http://[2001:db8::7]:3000']],
  ['127.0.0.1', undefined, []],
  ['localhost', undefined, []],
  ['::1', undefined, []],
  ['127.0.0.1', 'https://fleet.example/boats/', ['https://fleet.example/boats']],
])(
  'names the addresses of a console that listens on %s, with the public address %s',
  (HOST, PUBLIC_URL, urls) => {
    expect(outsideUrls({ HOST, PUBLIC_URL, PORT: 3000 }, NETWORKS)).toEqual(urls)
  },
)

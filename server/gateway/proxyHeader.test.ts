import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NoProxyHeader, parseProxyHeader, takeProxyHeader } from './proxyHeader.ts'

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const version2 = (command: number, family: number, rest: Buffer) =>
  Buffer.concat([SIGNATURE, Buffer.of(command, family, rest.length >> 8, rest.length & 0xff), rest])
const PORTS = Buffer.from('dc04075b', 'hex')
const HEADERS: [name: string, bytes: Buffer, address: string | null][] = [
  ['version 1, IPv4', Buffer.from('PROXY TCP4 192.0.2.7 198.51.100.1 56324 1883\r\n'), '192.0.2.7'],
  ['version 1, IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 56324 1883\r\n'), '2001:db8::7'],
  ['version 1, unknown', Buffer.from('PROXY UNKNOWN\r\n'), null],
  [
    'version 2, IPv4',
    version2(0x21, 0x11, Buffer.concat([Buffer.of(192, 0, 2, 7, 198, 51, 100, 1), PORTS])),
    '192.0.2.7',
  ],
  [
    'version 2, IPv6 with an extra',
    version2(
      0x21,
      0x21,
      Buffer.concat([
        Buffer.from('20010db8000000000000000000000007'.repeat(2), 'hex'),
        PORTS,
        Buffer.from('0300040102', 'hex'),
      ]),
    ),
    '2001:db8:0:0:0:0:0:7',
  ],
  ['version 2, a health check', version2(0x20, 0x00, Buffer.alloc(0)), null],
]

describe.each(HEADERS)('%s', (_name, header, address) => {
  test('gives the address of the client, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        async (after, cut) => {
          const bytes = Buffer.concat([header, after])
          const socket = new PassThrough()
          const taken = takeProxyHeader(socket as unknown as Socket)
          for (let at = 0; at < bytes.length; at += cut) {
            socket.write(bytes.subarray(at, at + cut))
            await new Promise((resolve) => setImmediate(resolve))
          }
          expect(await taken).toBe(address)
          socket.end()
          const left: Buffer[] = []
          for await (const chunk of socket) left.push(chunk)
          expect(Buffer.concat(left)).toEqual(Buffer.from(after))
        },
      ),
      { numRuns: 20 },
    )
  })
  test('is incomplete until its last byte', () => {
    for (let i = 0; i < header.length; i++) expect(parseProxyHeader(header.subarray(0, i))).toBeNull()
  })
})

test.each([
  ['MQTT', Buffer.from('100c00044d5154540400003c0000', 'hex')],
  ['TLS', Buffer.from('16030100', 'hex')],
  ['a line without end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
  ['version 3', version2(0x31, 0x11, Buffer.alloc(12))],
  ['a length beyond reason', Buffer.concat([SIGNATURE, Buffer.of(0x21, 0x11, 0xff, 0xff)])],
])('refuses %s', (_name, bytes) => {
  expect(() => parseProxyHeader(bytes)).toThrow(NoProxyHeader)
})

test('rejects when the connection ends before its header', async () => {
  const socket = new PassThrough()
  const taken = takeProxyHeader(socket as unknown as Socket)
  socket.write('PROXY TCP4')
  socket.destroy()
  await expect(taken).rejects.toThrow(NoProxyHeader)
})

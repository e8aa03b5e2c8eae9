import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AddressRefused, openOutside } from './outside.ts'

/** It must never receive a request. */
const canary = createServer((_request, answer) => answer.end('caught'))
const received: IncomingMessage[] = []
let port = 0

beforeAll(async () => {
  canary.on('request', (request) => received.push(request))
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  port = (canary.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => canary.close(resolve)))

const HOSTS = [
  '127.0.0.1 127.1 127.0.1 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001 127.0.0.1. 0 0.0.0.0',
  'localhost LOCALHOST localhost. ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1',
  '[::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::]',
  '[fe80::1] [fd00::1] [fc00::1] [ff02::1] [::127.0.0.1] [2001:db8::1] [2001::1] [100::1]',
  '10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 169.254.169.254 100.64.0.1 198.18.0.1',
  '192.0.0.1 192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 0xa9fea9fe 2852039166',
].flatMap((line) => line.split(' '))

test.each(HOSTS.flatMap((host) => [`http://${host}`, `https://${host}`]))(
  'does not call %s',
  async (base) => {
    const outside = openOutside()
    const answer = outside.post(`${base}:${port}/hook`, { headers: {}, body: '{}' })
    await expect(answer).rejects.toThrow()
    expect(received).toEqual([])
    // The check refuses the same hosts, except names that no name server knows.
    if (await answer.catch((error) => error instanceof AddressRefused))
      await expect(outside.check(`${base}:${port}/hook`)).rejects.toThrow(AddressRefused)
  },
)

test.each([
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'ftp://one.example',
  'javascript:alert(1)',
  'data:,x',
  'https://me:secret@one.example',
  'one.example',
  '',
])('refuses %s as an address to call', (url) => {
  return expect(openOutside().check(url)).rejects.toThrow(AddressRefused)
})

test('accepts addresses on the internet, and names without an answer', async () => {
  const { check } = openOutside('', ((_name: string, _options: object, done: (error: Error) => void) =>
    done(new Error('EAI_AGAIN'))) as never)
  const literal = openOutside('', ((name: string, _options: object, done: (...given: unknown[]) => void) =>
    done(null, [{ address: name, family: isIP(name) }])) as never)
  for (const url of ['https://8.8.8.8', 'http://172.32.0.1', 'https://[2606:4700::1]/'])
    await literal.check(url)
  await check('https://one.example/hook')
})

test('does not call a name that leads to a private address, whatever it led to before', async () => {
  // Successive answers of a name server for one name.
  const answers = [
    ['8.8.8.8'],
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
  ]
  const found = answers.map((one) => one.map((address) => ({ address, family: isIP(address) })))
  const asked: string[] = []
  const outside = openOutside('', ((
    hostname: string,
    _options: object,
    done: (...given: unknown[]) => void,
  ) => {
    asked.push(hostname)
    done(null, found[asked.length])
  }) as never)
  for (const [i] of answers.slice(1).entries()) {
    const answer = outside.post(`http://rebinding.example:${port}/`, { headers: {}, body: '{}' })
    await expect(answer).rejects.toThrow(AddressRefused)
    expect(asked).toHaveLength(i + 1)
  }
  expect(received).toEqual([])
})

test('calls what an operator lists, by number and by name, and follows no redirects', async () => {
  const inside = createServer((request, answer) => {
    if (request.url === '/away') answer.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()
    else request.on('data', (chunk) => answer.end(`had ${chunk}`))
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const base = `:${(inside.address() as AddressInfo).port}`
  const { post } = openOutside('10.1.0.0/16, 127.0.0.1, ::1')
  const call = { headers: {}, body: 'ahoy' }
  expect(await post(`http://127.0.0.1${base}/`, call)).toEqual({ status: 200, body: 'had ahoy' })
  expect(await post(`http://localhost${base}/`, call)).toEqual({ status: 200, body: 'had ahoy' })
  expect(await post(`http://127.0.0.1${base}/away`, call)).toMatchObject({ status: 302 })
  expect(received).toEqual([])
  await expect(openOutside('10.1.0.0/16').post(`http://127.0.0.1${base}/`, call)).rejects.toThrow(
    AddressRefused,
  )
  await new Promise((resolve) => inside.close(resolve))
})

/** The gpsd of Debian with a receiver that it reads over TCP. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { freePort, isInstalled, listens } from '#server/testing/debianServer.ts'
import { openSource } from './openSource.ts'

const BINARY = '/usr/sbin/gpsd'
const SOON = { timeout: 30_000, interval: 20 }
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('takes the sentences of gpsd once each, and goes on after gpsd was started again', async ({ skip }) => {
  if (!isInstalled('gpsd', BINARY)) return skip()
  const recording = join(import.meta.dirname, '../../recordings/nordurljos.nmea.gz')
  const lines = gunzipSync(readFileSync(recording)).toString('latin1').split(/\r?\n/)
  const receiver = createServer((socket) => {
    let next = 0
    const timer = setInterval(() => socket.write(`${lines[next++ % lines.length]}\r\n`), 5)
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
    closers.push(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  closers.push(() => receiver.close())
  const { port: receiverPort } = receiver.address() as { port: number }
  const port = await freePort()
  const startGpsd = async () => {
    const args = ['-N', '-n', '-D', '0', '-S', String(port), `tcp://127.0.0.1:${receiverPort}`]
    const gpsd = spawn(BINARY, args, { stdio: 'ignore' })
    closers.push(() => gpsd.kill())
    await listens(port, gpsd)
    return gpsd
  }
  const gpsd = await startGpsd()
  const given = new Map<string, number>()
  const count = (text: string) => given.get(text) ?? 0
  const source = openSource(
    `gpsd://127.0.0.1:${port}`,
    ({ format, bytes }) => {
      const text = `${format} ${Buffer.from(bytes).toString('latin1')}`
      given.set(text, count(text) + 1)
    },
    () => undefined,
    { timing: { firstWaitMs: 20 } },
  )
  closers.push(() => source.close())
  const positions = () => [...given.keys()].filter((text) => /^nmea0183 \$..RMC/.test(text))
  const ships = () => [...given.keys()].filter((text) => text.startsWith('nmea0183 !AIVDM'))
  await expect.poll(() => Math.min(positions().length, ships().length), SOON).toBeGreaterThan(5)
  expect(new Set(lines)).toContain(positions().at(-1)?.slice('nmea0183 '.length))
  expect(Math.max(...positions().map(count))).toBe(1)

  const before = positions().length
  const ended = once(gpsd, 'exit')
  gpsd.kill()
  await ended
  await expect.poll(() => source.state().connected, SOON).toBe(false)
  given.clear()
  await startGpsd()
  await expect.poll(() => positions().length, SOON).toBeGreaterThan(before)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HELP, readCall } from './options.ts'
import { systemdUnit } from './systemdUnit.ts'

const SERVER = ['--server', 'https://console.example']
const SOURCE = 'tcp://192.168.4.1:1457'

test('reads flags and sources', () => {
  const args = [...SERVER, SOURCE, 'gpsd://localhost', '--bytes-per-month', '100M', '--disk', '1.5G']
  expect(readCall(args, { STATE_DIRECTORY: '/state' })).toEqual({
    does: 'run',
    options: {
      ...{ server: 'https://console.example', sources: [SOURCE, 'gpsd://localhost'], state: '/state' },
      ...{ bytesPerMonth: 100e6, bytesPerHour: null, diskBytes: 1.5e9 },
      ...{ everyS: null, positionEveryS: 10, id: null, secret: null },
    },
  })
})

test('reads a secret that begins with a dash', () => {
  for (const secret of ['-abc', '--abc', 'abc', '--secret'])
    for (const words of [['--secret', secret], [`--secret=${secret}`]])
      expect(readCall([...SERVER, '--id', 'dev-1', ...words, SOURCE], {})).toMatchObject({
        options: { id: 'dev-1', secret, sources: [SOURCE] },
      })
})

test('lets a flag win over the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'options-'))
  const path = join(folder, 'options.json')
  writeFileSync(path, JSON.stringify({ server: 'https://a.example', sources: [SOURCE], bytesPerHour: '20K' }))
  expect(readCall(['--config', path], {})).toMatchObject({
    options: { server: 'https://a.example', sources: [SOURCE], bytesPerHour: 20_000 },
  })
  expect(readCall([...SERVER, '--config', path], {})).toMatchObject({
    options: { server: 'https://console.example' },
  })
  writeFileSync(path, JSON.stringify({ sever: 'https://a.example', sources: [SOURCE] }))
  expect(() => readCall(['--config', path], {})).toThrow('There is no option "sever".')
  rmSync(folder, { recursive: true })
})

test('refuses what it cannot use, with a reason', () => {
  expect(() => readCall(SERVER, {})).toThrow('at least one source')
  expect(() => readCall([SOURCE], {})).toThrow('--server')
  expect(() => readCall([...SERVER, SOURCE, '--disk', '2X'], {})).toThrow('such as 500K')
  expect(() => readCall([...SERVER, SOURCE, '--id', 'a'], {})).toThrow('go together')
  expect(() => readCall([...SERVER, SOURCE, '--what'], {})).toThrow('--what')
})

test('probes, prints a unit, and names each option in its help', () => {
  expect(readCall(['--probe', '192.168.4.1', '--seconds', '3'], {})).toEqual({
    ...{ does: 'probe', targets: ['192.168.4.1'], seconds: 3 },
  })
  expect(readCall([...SERVER, SOURCE, '--print-unit'], {}).does).toBe('print-unit')
  for (const flag of ['--server', '--state', '--disk', '--probe', '--print-unit', '--config', 'udp://'])
    expect(HELP).toContain(flag)
})

test('writes a unit whose words systemd reads as they are', () => {
  const unit = systemdUnit(['/usr/bin/node', '/opt/my boat/taffrail-aboard.js'], ['tcp://a?x=50%', 'a"b'])
  expect(unit).toContain(
    String.raw`ExecStart=/usr/bin/node "/opt/my boat/taffrail-aboard.js" tcp://a?x=50%% "a\"b"`,
  )
})

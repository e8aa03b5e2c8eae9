import { expect, test } from 'vitest'
import { installPlugin, installProgram, OWN_WAYS, ownLines, probe, runProgram } from './connectLines.ts'

const ORIGIN = 'https://fleet.example'
const given = {
  ...{ id: 'dev-1', secret: 's3cret', origin: ORIGIN },
  mqtt: { host: 'fleet.example', port: 1883, isSecure: false },
}

test.each(OWN_WAYS)('writes address, id and secret into the lines for %s', (way) => {
  const lines = ownLines(way, given)
  for (const part of ['fleet.example', 'dev-1', 's3cret']) expect(lines).toContain(part)
})

test('uses TLS when the broker does', () => {
  const secure = { ...given, mqtt: { host: 'fleet.example', port: 8883, isSecure: true } }
  expect(ownLines('mqtt', secure)).toContain('-p 8883 --capath /etc/ssl/certs')
  expect(ownLines('mqtt', given)).not.toContain('--capath')
})

test('names MQTT 3.1.1 in the line of its client', () => {
  expect(ownLines('mqtt', given)).toContain(' -V mqttv311 ')
})

test('uses wss when the console uses https', () => {
  expect(ownLines('websocket', given)).toContain('wss://fleet.example/gateway/signalk?token=dev-1.s3cret')
})

test('writes the address of the console into every line for programs on board', () => {
  const source = 'tcp://192.168.1.10:1457'
  for (const line of [installPlugin(ORIGIN), installProgram(ORIGIN)])
    expect(line).toContain(`${ORIGIN}/aboard/`)
  expect(runProgram(ORIGIN, source)).toContain(`taffrail-aboard --server ${ORIGIN} ${source} --print-unit`)
})

test('starts a program again that runs already with another address', () => {
  expect(runProgram(ORIGIN, 'udp://:2000')).toMatch(/enable taffrail-aboard\n.* restart taffrail-aboard$/)
})

test('quotes addresses with signs that mean something else to a shell', () => {
  const sources = "signalk://boat:3000?ais=1&token=a'b  udp://:2000"
  expect(runProgram(ORIGIN, sources)).toContain(
    ` 'signalk://boat:3000?ais=1&token=a'\\''b' udp://:2000 --print-unit`,
  )
})

test('tries a serial port at every speed, and other sources as they are', () => {
  expect(probe('serial:///dev/ttyUSB0?baud=4800 gpsd://localhost')).toBe(
    'taffrail-aboard --probe /dev/ttyUSB0 gpsd://localhost',
  )
})

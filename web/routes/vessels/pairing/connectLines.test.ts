import { expect, test } from 'vitest'
import { CONNECT_WAYS, connectLines } from './connectLines.ts'

const given = {
  id: 'dev-1',
  secret: 's3cret',
  origin: 'https://fleet.example',
  mqtt: { host: 'fleet.example', port: 1883, isSecure: false },
}

test.each(CONNECT_WAYS)('writes address, id and secret into the lines for %s', (way) => {
  const lines = connectLines(way, given)
  for (const part of ['fleet.example', 'dev-1', 's3cret']) expect(lines).toContain(part)
})

test('uses TLS when the broker does', () => {
  const secure = { ...given, mqtt: { host: 'fleet.example', port: 8883, isSecure: true } }
  expect(connectLines('tcp', secure)).toContain('-p 8883 --capath /etc/ssl/certs')
  expect(connectLines('tcp', given)).not.toContain('--capath')
})

test.each(['tcp', 'mqtt'] as const)('names MQTT 3.1.1 in the lines for %s', (way) => {
  expect(connectLines(way, given)).toContain(' -V mqttv311 ')
})

test('uses wss when the console uses https', () => {
  expect(connectLines('websocket', given)).toContain('wss://fleet.example/gateway/signalk?token=dev-1.s3cret')
})

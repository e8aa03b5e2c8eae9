import { expect, test } from 'vitest'
import { isOwnTopic, parseTopic } from './mqttTopics.ts'

test('reads device and format from a topic', () => {
  expect(parseTopic('binnacle/dev-1/imu')).toEqual({ deviceId: 'dev-1', format: 'imu' })
})

test.each(['shell', 'constructor', '__proto__', 'IMU'])('knows no format %s', (name) => {
  expect(parseTopic(`binnacle/dev-1/${name}`)).toEqual({ deviceId: 'dev-1', format: null })
})

test.each([
  '',
  '/',
  'binnacle',
  'binnacle//imu',
  'binnacle/dev-1',
  'binnacle/dev-1/imu/',
  'binnacle/dev-1/imu/x',
  '/binnacle/dev-1/imu',
  'Binnacle/dev-1/imu',
  'binnacle/dev-1/\0',
  'binnacle/dev-1/imu\0',
  'binnacle/dev-1/a\nb',
  `binnacle/${'x'.repeat(65_000)}/imu`,
])('reads nothing from %.40s', (topic) => {
  expect(parseTopic(topic)).toBeNull()
})

test('lets a device listen to its own topics only', () => {
  expect(isOwnTopic('binnacle/dev-1/#', 'dev-1')).toBe(true)
  expect(isOwnTopic('binnacle/dev-1/status', 'dev-1')).toBe(true)
  for (const topic of ['#', '+/+/+', 'binnacle/+/status', 'binnacle/dev-12/#', '$share/a/binnacle/dev-1/#'])
    expect(isOwnTopic(topic, 'dev-1')).toBe(false)
})

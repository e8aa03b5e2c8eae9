import { expect, test } from 'vitest'
import { isOwnTopic, isOwntracksTopic, parseTopic } from './mqttTopics.ts'

test('reads device and format from a topic', () => {
  expect(parseTopic('taffrail/dev-1/imu')).toEqual({ deviceId: 'dev-1', format: 'imu' })
})

test.each(['shell', 'constructor', '__proto__', 'IMU'])('returns no format for %s', (name) => {
  expect(parseTopic(`taffrail/dev-1/${name}`)).toEqual({ deviceId: 'dev-1', format: null })
})

test.each([
  '',
  '/',
  'taffrail',
  'taffrail//imu',
  'taffrail/dev-1',
  'taffrail/dev-1/imu/',
  'taffrail/dev-1/imu/x',
  '/taffrail/dev-1/imu',
  'Taffrail/dev-1/imu',
  'taffrail/dev-1/\0',
  'taffrail/dev-1/imu\0',
  'taffrail/dev-1/a\nb',
  `taffrail/${'x'.repeat(65_000)}/imu`,
])('reads nothing from %.40s', (topic) => {
  expect(parseTopic(topic)).toBeNull()
})

test('allows a device to subscribe to its own topics only', () => {
  expect(isOwnTopic('taffrail/dev-1/#', 'dev-1')).toBe(true)
  expect(isOwnTopic('taffrail/dev-1/status', 'dev-1')).toBe(true)
  for (const topic of ['#', '+/+/+', 'taffrail/+/status', 'taffrail/dev-12/#', '$share/a/taffrail/dev-1/#'])
    expect(isOwnTopic(topic, 'dev-1')).toBe(false)
})

test('recognizes the topics of OwnTracks and those below them', () => {
  for (const topic of ['owntracks/jane/phone', 'owntracks/jane/phone/event', 'owntracks/+/+'])
    expect(isOwntracksTopic(topic), topic).toBe(true)
  for (const topic of [
    'owntracks',
    'owntracks/#',
    'owntracks/jane',
    'owntracks//x',
    'owntracks/a/b/c/d',
    'owntracks/a/\0',
  ])
    expect(isOwntracksTopic(topic), topic).toBe(false)
})

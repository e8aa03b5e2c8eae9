import { FORMATS, type Format } from '#protocols/formats.ts'

const MOST_LETTERS = 200
/** MQTT forbids NUL in a topic and lets a broker refuse other control characters; no store or log wants any. */
const CONTROL = /\p{Cc}/u

/** Topic that reports to a device whether it is paired. */
export const statusTopic = (deviceId: string) => `taffrail/${deviceId}/status`

/** Retained topic with the settings of a device's vessel. */
export const settingsTopic = (deviceId: string) => `taffrail/${deviceId}/settings`

/** True for the topics that a device may subscribe to. */
export const isOwnTopic = (topic: string, deviceId: string) =>
  topic === `taffrail/${deviceId}/#` || topic === statusTopic(deviceId) || topic === settingsTopic(deviceId)

/** True for the topics of OwnTracks: `owntracks/{user}/{device}`, and below it those of other messages. */
export function isOwntracksTopic(topic: string): boolean {
  const [root, user, device, ...rest] = topic.split('/')
  return root === 'owntracks' && Boolean(user && device) && rest.length < 2 && isPrintable(topic)
}

const isPrintable = (topic: string) => topic.length <= MOST_LETTERS && !CONTROL.test(topic)

/**
 * Device and format that a message came under; null for every topic that is not `taffrail/{deviceId}/{format}` in
 * printable letters.
 * The format is null when there is none of that name.
 */
export function parseTopic(topic: string): { deviceId: string; format: Format | null } | null {
  if (!isPrintable(topic)) return null
  const [root, deviceId, name, ...rest] = topic.split('/')
  if (root !== 'taffrail' || !deviceId || !name || rest.length > 0) return null
  return { deviceId, format: FORMATS.find((one) => one === name) ?? null }
}

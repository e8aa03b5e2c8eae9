import { SERIES } from '#contract/domain/series.ts'
import { encoderFor, type Format } from '#protocols/formats.ts'
import type { BoatReadings } from './describe.ts'
import type { Boat, Equipment } from './fleet.ts'

export interface Message {
  format: Format
  bytes: Uint8Array
}

/** Encodes readings in the boat's own protocols, without readings that none of them can carry. */
export function encodeMessages(boat: Boat, readings: BoatReadings): Message[] {
  const [general, engines] = PROTOCOLS[boat.equipment]
  const isEngines = (key: keyof typeof SERIES) => ENGINE_GROUPS.has(SERIES[key].group)
  const messages: Message[] = []
  const send = (format: Format, part: Partial<BoatReadings>) => {
    if (!Object.values(part).some((list) => list.length > 0)) return
    const bytes = encoderFor(format)(part)
    if (bytes.length > 0) messages.push({ format, bytes })
  }
  const { scalars, fixes, ais, motion, faults } = readings
  if (general === engines) send(general, { scalars, fixes, ais, faults })
  else {
    const isGeneral = scalars.filter(({ key }) => !isEngines(key))
    send(general, { scalars: isGeneral, fixes, ais })
    send(engines, { scalars: scalars.filter(({ key }) => isEngines(key)), faults })
  }
  if (motion.length > 0) send('imu', { motion })
  return messages
}

/** Protocol of navigation and weather, then protocol of engines, fuel and batteries. */
const PROTOCOLS: Readonly<Record<Equipment, readonly [general: Format, engines: Format]>> = {
  n2k: ['n2k', 'n2k'],
  'nmea0183+j1939': ['nmea0183', 'j1939'],
  'nmea0183+readings': ['nmea0183', 'readings'],
  signalk: ['signalk', 'signalk'],
  'readings+j1939': ['readings', 'j1939'],
}
const ENGINE_GROUPS: ReadonlySet<string> = new Set(['Engine', 'Fuel', 'Battery'])

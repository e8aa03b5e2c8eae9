import { t } from 'i18next'

/** Names of transports and formats as their makers write them; the console's own are translated. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ mqtt: 'MQTT', http: 'HTTP', signalk: 'Signal K', tcp: 'TCP', udp: 'UDP' },
  ...{ n2k: 'NMEA 2000', nmea0183: 'NMEA 0183', j1939: 'J1939' },
  ...{ osmand: 'OsmAnd/Traccar', owntracks: 'OwnTracks', overland: 'Overland', teltonika: 'Teltonika' },
}

/**
 * Names of the ways or formats in which a device sent data, in alphabetical order; empty for a device that never sent
 * any.
 */
export const receivedNames = (received: Readonly<Record<string, number>>): string =>
  Object.keys(received)
    .map((name) =>
      name === 'imu' || name === 'readings' ? t(`devices.format.${name}`) : (NAMES[name] ?? name),
    )
    .sort()
    .join(', ')

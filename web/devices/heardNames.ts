/** Ways and formats as their makers write them; those of our own keep the names of their topics. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ mqtt: 'MQTT', http: 'HTTP', signalk: 'Signal K' },
  ...{ n2k: 'NMEA 2000', nmea0183: 'NMEA 0183', j1939: 'J1939' },
}

/** What a device was heard over or in, in the order of their names; empty when it was never heard. */
export const heardNames = (heard: Readonly<Record<string, number>>): string =>
  Object.keys(heard)
    .map((name) => NAMES[name] ?? name)
    .sort()
    .join(', ')

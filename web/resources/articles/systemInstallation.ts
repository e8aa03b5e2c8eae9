import type { Article } from '../article.ts'

export const systemInstallation: Article = {
  slug: 'system-installation',
  title: 'System installation',
  tags: ['Devices', 'Installation'],
  summary: 'Where the device and its motion sensor go, how to wire them, and how to see that they work.',
  body: [
    {
      text: 'Have a marine electrician do the wiring if you are not used to it. Switch off the battery first and fuse the supply close to the battery.',
    },
    { heading: 'The device' },
    {
      list: [
        'Mount it dry, upright and within reach of a cable to the instrument network.',
        'Supply 12 or 24 V DC from a circuit that stays on while the boat is in use.',
        'Put the antenna where it sees the sky and away from radar and transmitting antennas.',
      ],
    },
    { heading: 'The motion sensor' },
    {
      list: [
        'Screw it to a stiff part of the hull on the centre line, near the centre of gravity. A panel that vibrates measures itself.',
        'The arrow on the sensor points to the bow. If it cannot, note how it lies: the replay of a trip can turn or invert each axis.',
        'A further sensor, for example under the helm seat, is listed on its own and can be described in the sensor settings.',
      ],
    },
    { heading: 'The instrument network' },
    {
      list: [
        'NMEA 2000: one drop cable to a free T-piece. The backbone needs exactly two terminators.',
        'NMEA 0183: connect the talker pair to the input and set its speed, 4,800 or 38,400 baud.',
        'Engines on J1939 join with an adapter or through a gateway to NMEA 2000.',
      ],
    },
    { heading: 'See that it works' },
    {
      steps: [
        'Pair the device with its vessel in the console.',
        'Wait for the vessel to turn Online and look at its position on the map.',
        'Run the engines for a minute and compare speed, rpm and fuel rate with the instruments on board.',
        'Take the boat out for ten minutes. The trip appears under Trips as soon as it moves.',
      ],
    },
  ],
}

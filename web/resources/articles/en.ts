import type { Article } from '../article.ts'

/** In the order of the help page: what a new organization needs first comes first. */
export const articles: readonly Article[] = [
  {
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
          'A further sensor, for example under the helm seat, is counted on its own.',
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
          'Register the device for its vessel, see Connecting vessels.',
          'Wait for the vessel to turn Online and look at its position on the map.',
          'Run the engines for a minute, then compare the rpm in the trip’s chart with the instruments on board.',
          'Take the boat out for ten minutes. The trip appears under Trips soon after it starts moving.',
        ],
      },
    ],
  },
  {
    slug: 'pairing-vessels',
    title: 'Connecting vessels',
    tags: ['Vessels', 'Devices'],
    summary: 'How a vessel and the device on board come into the console.',
    body: [
      {
        text: 'Make the vessel under Vessels, Add vessel, with her limits; then give her a device, a recording, or both.',
      },
      { heading: 'A device' },
      {
        steps: [
          'Open the vessel, choose Pair from its menu and Pair a new device, and type the eight characters that the device shows.',
          'A box of your own gets an id and a secret under Connect a boat in the same menu, with lines to copy; what arrives and what is refused shows below them.',
          'The vessel turns from Not Paired to Online within a minute of the first data. What the device measured before is stored as well, if it kept it.',
        ],
      },
      {
        text: 'A device moves to another vessel by Transfer a device. What it measured on the old vessel and sends late still goes there. All history stays with the vessel.',
      },
      { heading: 'A recording' },
      {
        text: 'Log files of NMEA 2000, J1939, NMEA 0183 and Signal K and tracks as GPX, GeoJSON or CSV become history, by whoever runs the server, with: npm run import -- --vessel "Name of the vessel" FILE. Reading the same file twice changes nothing.',
      },
      { heading: 'If no data arrives' },
      {
        list: [
          'Check the address of the server and the id and secret in the device.',
          'Check the antenna and the SIM card or the Wi-Fi on board. A device keeps what it could not send.',
          'Unpaired vessels that never sent anything are left out of lists unless you ask to see them.',
        ],
      },
    ],
  },
  {
    slug: 'user-creation',
    title: 'Creating users',
    tags: ['Users', 'Administration'],
    summary: 'Give somebody an account, a role and a department, and what they receive.',
    body: [
      {
        text: 'Organization Admins create users anywhere in the organization, Department Admins in their own department and below it.',
      },
      {
        steps: [
          'Open Users in the sidebar and choose Add user.',
          'Enter the name and the email address. The address is what the person signs in with and cannot be changed afterwards. A phone number is optional.',
          'Choose a department where your organization has them. At the top level, which goes by the name of the organization, you find the organization roles; in any other department the department roles.',
          'Choose the role and press Create user.',
        ],
      },
      { heading: 'What the new user receives' },
      {
        text: 'A mail with a link to the console. They sign in with their email address and a code that is mailed to them, so nobody has to send passwords around. Whoever prefers a password sets one up under Settings, Password.',
      },
      { heading: 'Changing and deleting' },
      {
        list: [
          'The menu at the end of a row edits name, phone number, department and role. A change takes effect within seconds, also for pages that are open.',
          'Deleting a user signs them out everywhere. What they wrote stays, under a deleted user.',
          'Your own name, phone number and picture are under Settings, Personal. Nobody changes their own role or deletes themselves.',
          'An email address can be used once in an organization. If it is taken, the form says so.',
        ],
      },
    ],
  },
  {
    slug: 'departments-and-roles',
    title: 'Departments and roles',
    tags: ['Users', 'Departments', 'Permissions'],
    summary: 'How an organization is split up, and what each role may see and do.',
    body: [
      { heading: 'Departments' },
      {
        text: 'Every organization has a top level that bears its name. Where departments are switched on, it can be split: users, vessels and captains then belong to one department each, and departments may lie within others. Without them everything is at the top level.',
      },
      {
        list: [
          'People at the top level see the whole organization. The switcher in the top bar narrows every page to one department.',
          'People in a department see that department and those below it, and nothing else.',
          'A department can be deleted once no users, vessels and captains are assigned to it.',
        ],
      },
      { heading: 'Roles' },
      {
        list: [
          'Organization Admin: full access to the organization.',
          'Organization Viewer: reads everything in the organization and comments on trips.',
          'Department Admin: manages users, trips and geofences of the department.',
          'Department Viewer: views what belongs to the department and comments on trips.',
        ],
      },
      {
        text: 'Organization roles are given at the top level, department roles in departments. If something is shown with a lock, your role does not include it; ask an administrator of your organization.',
      },
      { heading: 'What each role may do' },
      { table: 'permissions' },
    ],
  },
  {
    slug: 'numbers',
    title: 'What the numbers mean',
    tags: ['Trips', 'Reports', 'Impacts', 'Fuel', 'Safety'],
    summary:
      'Where each number on the screen comes from and how it is made, to be checked, trusted or argued with.',
    body: [{ document: 'numbers' }],
  },
]

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
          'The arrow on the sensor points to the bow. If it cannot, say how it lies under Mounting, on its page among the vessel’s Sensors: what it measures is turned by that.',
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
      {
        picture: 'vessel',
        alt: 'The Status tab of a vessel: cards for each engine, battery and tank, with what they say now.',
      },
    ],
  },
  {
    slug: 'pairing-vessels',
    title: 'Connecting vessels',
    tags: ['Vessels', 'Devices'],
    summary: 'How a vessel and the device on board come into the console.',
    keywords: ['pair', 'pairing', 'unpair', 'code', 'transfer', 'replace'],
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
        picture: 'connect',
        alt: 'Connect a boat: how the device sends, and below it what arrives and what was refused.',
      },
      {
        text: 'A device moves to another vessel by Transfer a device. What it measured on the old vessel and sends late still goes there. All history stays with the vessel.',
      },
      { heading: 'A recording' },
      {
        text: 'Log files of NMEA 2000, J1939, NMEA 0183 and Signal K and tracks as GPX, KML, KMZ, TCX, FIT, GeoJSON or CSV become history when you drop them on the vessel in the list or on her page, or choose them under Log files in her menu, plain or packed, at most 1 GB a file. A log that says no day asks for it, and a table whose headings do not tell time and position asks what its columns mean. A log with dates of twenty years ago or more asks whether the GPS receiver had lost count of its weeks. Whoever runs the server can do the same with: npm run import -- --vessel "Name of the vessel" FILE. Reading the same file twice changes nothing.',
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
    slug: 'helm-and-captains',
    title: 'The helm and captains',
    tags: ['Vessels', 'Captains'],
    summary: 'A tablet at the helm, who has it, and what captains earn on their trips.',
    body: [
      {
        text: 'Helm View on the page of a vessel shows her speed over ground and her impacts as two dials, each against its limit. It is made for a tablet that is read from two metres: full screen, upright or lying, by day and in red on black by night.',
      },
      {
        picture: 'helm',
        alt: 'The helm view: two dials, speed over ground against safety speed and impact against its limit.',
      },
      {
        list: [
          'Live means that the boat spoke within two seconds. After that it says how late the figures are, and without a connection that they stand still.',
          'A dial changes colour and shows a triangle beyond its limit. The impact dial holds the hardest hit of the last three seconds.',
          'The limits are set under Edit in the menu of the vessel.',
          'Alerts of the boat stand above the dials, the worst first, until somebody acknowledges them.',
          'The screen stays on where the browser allows it, which takes https.',
        ],
      },
      { heading: 'Who is at the helm' },
      {
        text: 'The button at the bottom names the captain. Whoever takes over under way does the same: the trip belongs to the last one, and the page of the trip shows who had the helm from when until when. Where an organization wants every trip to have a captain, the helm asks as soon as a trip begins, and lists mark a trip until somebody is named.',
      },
      { heading: 'Ranks' },
      {
        text: 'A trip earns its captain points for its score and its miles, and the points make the rank. When a trip is corrected, given to another captain or deleted, points and rank follow. All ranks and what they take are on the page of each captain.',
      },
      { heading: 'Sea service record' },
      {
        text: 'Days, hours and miles of a captain by vessel, for any time, as PDF and CSV: on the page of the captain.',
      },
    ],
  },
  {
    slug: 'rules-and-alerts',
    title: 'Rules and alerts',
    tags: ['Rules', 'Alerts'],
    summary: 'What raises an alert, who is told of it, and how to keep it quiet.',
    body: [
      {
        text: 'A rule watches everything that its vessels send. Monitoring, Rules, Add rule begins with a template or with an empty form; while you edit, the page shows what the boats say now and what the rule would have raised in the last 30 days.',
      },
      {
        picture: 'rule',
        alt: 'A rule while it is edited: its conditions, and beside them what it would have raised in the last 30 days.',
      },
      {
        list: [
          'A threshold rule compares values with limits: the value as it is, one held for a time, or how much it changed within a time. All conditions must hold together, everywhere or only inside or outside geofences.',
          'A geofence rule tells when a vessel enters, leaves or crosses a geofence, once she has stayed on the new side for ten seconds or whatever time the rule sets, so that one bad position raises nothing.',
          'An engine that raises a warning of its own needs no rule: the alert is called external.',
        ],
      },
      { heading: 'One alert for one event' },
      {
        text: 'An alert begins with the first moment that its rule holds and ends once it has not held for a minute. Where a boat falls silent for ten minutes it ended with her last reading; when she comes back and the rule still holds, that is a new alert. A new one waits five minutes, a critical one a minute; both times and the dead band can be set under the finer settings. A rule judges what was measured while it was in force: whoever changes it does not change yesterday. Data that comes late is judged like any other, and its alert says when it happened and when it was received.',
      },
      { heading: 'Who is told' },
      {
        text: 'Alerts appear in the console and at the helm at once. E-mail, browser messages and text messages go to the people that the rule names, as far as their own settings allow it and only for what happened in the last half hour. Beyond ten messages an hour by one of these ways a person gets the rest as a summary; critical ones always come alone. Quiet hours hold messages back by the clock of the organization. Programs are told through webhooks, which an administrator adds under Settings, Webhooks. For each way, a rule sets whether people get a message when an alert begins, when it is over, or both; a crossing of a geofence has no end. Under Settings, Sent messages stands what could not be sent, and why.',
      },
      { heading: 'A boat that nobody is on' },
      {
        text: 'Guard this boat, in the menu of a vessel, makes the rules that a boat at her berth wants: she leaves a circle around where she lies, always or only while no engine runs; a bilge pump keeps running; shore power is lost; a battery runs low. Each is offered where the boat sends what it takes. They are rules like any other, on her Rules tab: there they are changed, switched off and deleted. The dialog asks whom they notify, by browser message and e-mail: first of all you.',
      },
      { heading: 'An alert is a case' },
      {
        text: 'Whoever has seen it acknowledges it. It can be given to somebody, silenced for a time and commented; its page keeps who did what and when, and how everybody was told. Where the rule says so, further people are told when nobody acknowledges in time, and those who were told already once more.',
      },
      {
        picture: 'alert',
        alt: 'The list of alerts with time, severity, text, vessel and department, and filters above it.',
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
      {
        picture: 'user',
        alt: 'The form of a new user: name, email, phone number, department and role.',
      },
      { heading: 'What the new user receives' },
      {
        text: 'A mail with a link to the console. They sign in with their email address and a code that is mailed to them, so nobody has to send passwords around. Whoever prefers a password sets one up under Settings, Password. Where the server sends no mail, you get a link to hand over instead; until the person has signed in, the menu at the end of the row makes a new one.',
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
        picture: 'departments',
        alt: 'The list of departments with their users, vessels, captains and trips.',
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
      { heading: 'API keys' },
      {
        text: 'Organization Admins make keys for programs under Administration, API keys. A key has one role in one department, and each call with it costs credits, of which an organization has a certain number for a day. The key is shown once; whoever deletes it ends it at once. Programs read and write vessels, trips, series, alerts, captains, geofences, comments and rules with it, fetch files and listen to a stream of positions and alerts. What they can call, with examples, stands in the API documentation, to which the page leads. A comment that a program makes shows the name of its key.',
      },
      { heading: 'What each role may do' },
      { table: 'permissions' },
    ],
  },
  {
    slug: 'public-api',
    title: 'The public API',
    tags: ['API', 'Programs', 'Administration'],
    summary: 'Keys for programs of your own: what they reach, what they cost, and what refuses them.',
    keywords: ['credits', 'limit', 'quota', 'key', 'token'],
    body: [
      {
        text: 'Programs of your own read and write what the console shows, at addresses below /public/v1 of this server. What can be called, with an example for each call, stands in the API documentation, to which the page API keys leads; it is read without internet.',
      },
      { heading: 'A key' },
      {
        steps: [
          'Open Administration, API keys, which Organization Admins have, and choose Create new API Key.',
          'Give it a name, a department and a role. It reaches what a person with that role in that department reaches.',
          'Copy it from Save your API key: it is shown this once.',
          'Send it with each call, in the header Authorization: Bearer.',
        ],
      },
      {
        picture: 'keys',
        alt: 'The page API keys: the credits that are left today, and what calls cost.',
      },
      {
        text: 'Whoever deletes a key ends it at once, streams and downloads included. A comment that a program makes shows the name of its key, and so does the audit log.',
      },
      { heading: 'What programs can do' },
      {
        list: [
          'Read vessels, positions, trips and their tracks, series and samples, impacts, statistics, alerts, captains, geofences, comments and rules.',
          'Write where the role allows it, each write once under a word of their own.',
          'Fetch a trip as a file, a day of the logbook as PDF or CSV, and exports of everything over any time, which go on where a download broke off.',
          'See and change scheduled reports, where the role manages the department.',
          'Listen to positions and alerts as they happen.',
        ],
      },
      { heading: 'What it costs' },
      {
        list: [
          'A call costs one credit.',
          'Raw data costs one for every 100 rows, and so does the stream for vessels and alerts.',
          'A file costs 50: a download with its link, an export when it is asked for, or when the first key fetches what a person asked for, a day of the logbook each time.',
          'What is refused or fails costs nothing.',
        ],
      },
      {
        text: 'All keys of an organization share its credits of the day, which begins at midnight GMT; what is left over is lost. API keys shows what is left, and the time until there are new ones.',
      },
      { heading: 'What is refused' },
      {
        list: [
          '401: the key is missing, wrong or deleted.',
          '402: the credits of the day are spent.',
          '403: the role of the key does not include the call.',
          '404: there is no such thing, or the key does not reach it.',
        ],
      },
    ],
  },
  {
    slug: 'access-imas-ui-over-wifi',
    title: 'The console over Wi-Fi on board',
    tags: ['Devices', 'Installation', 'Wi-Fi'],
    summary: 'Open the console, or the page of a device, on a phone or tablet in the network of the boat.',
    body: [
      {
        text: 'Where the server itself stands on board, phones and tablets in the Wi-Fi of the boat open the console without internet. Positions, gauges, trips and alerts are all there; the map of the world is on the server.',
      },
      { heading: 'Open the console' },
      {
        steps: [
          'Whoever runs the server sets HOST to the address of that computer in the boat’s network, or to 0.0.0.0 for all it has, and starts it anew. Without it the server answers its own machine alone.',
          'Join the Wi-Fi of the boat with the phone or tablet.',
          'Type the address of the computer with the port, such as http://192.168.1.10:3000, and sign in as always.',
        ],
      },
      {
        list: [
          'The demo fleet answers its own machine alone, since its passwords are known to everybody.',
          'A screen that stays on and messages of the browser take https.',
        ],
      },
      { heading: 'The page of a device' },
      {
        text: 'A device of another maker may have a page of its own in the Wi-Fi of the boat; its manual says at which address. There it gets the address of this server and the id and secret that Connect a boat shows, in the menu of the vessel.',
      },
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
  {
    slug: 'reports-and-logbook',
    title: 'Reports by mail and the logbook',
    tags: ['Reports', 'Logbook', 'PDF'],
    summary:
      'Save a report as a document, have it sent every week or month, and read a day of a vessel hour by hour.',
    body: [
      { heading: 'A report as a document' },
      {
        text: 'Download PDF on the Reports page makes a document of the days, the department and the grouping that you look at: totals and charts of all tabs, and the tables with up to 200 lines each. It is in your language and your units. Export CSV in the Table View has every line, in knots, nautical miles and litres.',
      },
      {
        picture: 'report',
        alt: 'A report of 30 days: duration and distance by day, and the vessels and captains with the most trips.',
      },
      { heading: 'Scheduled reports' },
      {
        text: 'Whoever manages a department can have its reports sent by mail: open Reports, then Scheduled reports.',
      },
      {
        steps: [
          'Choose New scheduled report, and give it a name.',
          'Say how often: weekly is sent on Monday at 6:00 of the week before, monthly on the first of the month at 6:00 of the month before.',
          'Choose the department. The organization itself is the whole fleet.',
          'Choose who gets it. Only people who see the department can be chosen.',
          'Look at Preview PDF, then save.',
        ],
      },
      {
        text: 'Days and weeks are those of your organization’s time zone. Each person gets the document in their own language and units, with the tables of vessels and captains as CSV. Whoever no longer sees the department gets nothing more.',
      },
      {
        text: 'Each period is sent once. After a downtime of the server the newest one is sent late; those before it are not made up for, and neither is what ends while a scheduled report is paused. Sent reports lists what was sent when to whom, and what could not be sent and why. A mail that fails is tried again for a day.',
      },
      { heading: 'The logbook' },
      {
        text: 'Logbook in the menu of a vessel shows one of her days as it would stand on paper, a line for each hour: position, course, speed, heading, wind, pressure, depth, engine speed, distance and captain. Comments and alerts of the hour stand under Remarks. Values are means of the hour, the position is the last one, and distances are those of trips.',
      },
      {
        text: 'An hour in which nothing was recorded is shown as a gap; nothing is filled in. Wind that no instrument told and a forecast did is marked. PDF and CSV hold the same day.',
      },
      {
        picture: 'logbook',
        alt: 'A day in the logbook, a line for each hour.',
      },
    ],
  },
  {
    slug: 'share-print-export',
    title: 'Share, print, export, and measure on the map',
    tags: ['Sharing', 'Printing', 'Exports', 'Map', 'Units'],
    summary:
      'Show a trip to somebody without an account, bring it to paper, take all your data along, and what a mariner does on a chart.',
    body: [
      { heading: 'A link to one trip' },
      {
        text: 'Share… in the menu of a trip makes a link that shows this trip to whoever holds it, without an account: map, figures, impacts, movement in 3D, weather and the comments you choose. In the menu of an impact it shows that impact alone, with the two minutes before and after it. Whoever may edit trips can make links.',
      },
      {
        picture: 'trip',
        alt: 'The Safety tab of a trip: speed and impacts along the trip under its figures.',
      },
      {
        text: 'A link opens for as long as you say, at most 90 days, and is shown once: copy it then. The dialog lists the links of the trip with how often and when they were opened, and takes one back at once; Settings, Share links lists those of all trips that you may edit. A link that is over, taken back or mistyped says the same to everybody.',
      },
      { heading: 'On paper' },
      {
        text: 'Print on the Reports page and in the menu of a trip lays the page out for A4 or Letter, in light colours, without menus. The trip’s map is part of it when you choose Print there; with the browser’s own command only its track is.',
      },
      { heading: 'Exports' },
      {
        text: 'Exports writes trips, seconds, motion, impacts or alerts of a vessel, a department or everything you can see, over any time, into one archive: CSV, Parquet or GeoJSON, with a description of every column. It is written in the background and kept for 7 days; a download that breaks off goes on where it was.',
      },
      { heading: 'On the map' },
      {
        steps: [
          'Measure distance and bearing: click places or boats. Each leg has its distance and its bearing, degrees true; a line to a boat moves with her.',
          'Go to a position: type it in any usual form, in degrees or with minutes and seconds.',
          'The position under the pointer stands at the foot of the map. Click it to have it written another way.',
          'A click with the right button, or a long press, tells a position in three ways to copy.',
          'Fleet replay: choose a day, or up to a week, and play it, up to 600 times as fast. A boat that was not heard lies as a ring where she was last.',
          'Range rings: click a place or a boat for the middle; rings around a boat move with her. The next click tells its range and bearing.',
          'Print puts the map on paper as you see it, with its scale and what its marks mean.',
          'Map settings has the recent tracks of all boats, and AIS targets: the ships that your boats’ own receivers hear, gone ten minutes after they were heard last. Distress beacons (SART, MOB, EPIRB) are always shown.',
          'The SuperAdmin keeps waters of your own in harbour detail: Map settings, Keep this area in detail. Search for a place, draw the area or take the view, see how much it is, and start. Piers, berths, roads and buildings are on everybody’s map as soon as it is fetched, and need no internet any more.',
        ],
      },
      {
        picture: 'map',
        alt: 'The fleet map with the boats where they are, their names, and the list of vessels beside it.',
      },
      { heading: 'Units' },
      {
        text: 'Settings, Personal has the units of your screens, mails and documents. Exports, downloads and the public API keep knots, nautical miles, litres, °C and metres.',
      },
    ],
  },
]

/**
 * States for every setting whether history is judged by its value then or now. So late data and a repeated
 * computation give the same answer.
 *
 * docs/numbers.md has this table for people. A test compares both with the columns of the tables: a new
 * setting must be listed.
 */
import type { tables as all } from '#server/stores/relational/openRecords.ts'
import type * as tables from '#server/stores/relational/schema.ts'

type Tables = typeof tables
/** Tables whose rows people edit. */
export const SET_BY_PEOPLE = [
  'organizations',
  'departments',
  'captains',
  'vessels',
  'sensors',
  'sensorMountings',
  'pairings',
  'helmTurns',
  'tripCorrections',
  'geofences',
  'rules',
] as const satisfies readonly (keyof Tables)[]
/** All other tables: nothing in them affects how history is judged. */
export const WITHOUT_EFFECT = [
  // Sign-in, and the permissions of users and programs.
  ...(['users', 'memberships', 'apiKeys', 'signInCodes', 'identityUsers', 'identitySessions'] as const),
  ...(['identityAccounts', 'identityVerifications', 'identityTwoFactors', 'identityKeys'] as const),
  // Comments of users about events, and links that show them.
  ...(['alertNotes', 'comments', 'images', 'shareLinks'] as const),
  // Notifications: recipients, and messages on their way.
  ...(['webhooks', 'webhookDeliveries', 'pushSubscriptions', 'messages'] as const),
  ...(['reportSchedules', 'reportDeliveries', 'downloads', 'fleetExports'] as const),
  // Data from devices, its results, and the progress of processing.
  ...(['devices', 'instanceNames', 'rejections', 'deviceNotices', 'logImports'] as const),
  ...(['vesselStates', 'trips'] as const),
  ...(['tripAliases', 'alerts'] as const),
  ...(['processingProgress', 'recomputations', 'versions'] as const),
  // State that processes keep for each other.
  ...([
    'settings',
    'leases',
    'partitions',
    'brokerSessions',
    'attempts',
    'callCounts',
    'openStreams',
    'namedWrites',
    'auditLog',
  ] as const),
] as const satisfies readonly (keyof typeof all)[]
type Column = {
  [Table in (typeof SET_BY_PEOPLE)[number]]: `${Table}.${Extract<keyof Tables[Table]['$inferSelect'], string>}`
}[(typeof SET_BY_PEOPLE)[number]]

export interface DatedSetting {
  /** As in docs/numbers.md. */
  setting: string
  by: 'then' | 'now'
  /** The reason, and the effect of a change. */
  why: string
  /** Nothing where it is kept in the column store. */
  columns: readonly Column[]
}

export const EFFECTIVE_DATING: readonly DatedSetting[] = [
  {
    setting: 'Impact limit',
    by: 'now',
    why: 'It says what counts as red, in every trip alike; all trips are counted anew',
    columns: ['vessels.impactLimitG'],
  },
  {
    setting: 'Safety speed, top and cruising speed',
    by: 'now',
    why: 'Trips of different months stay comparable; their figures are made anew',
    columns: ['vessels.safetySpeedLimitMps', 'vessels.topSpeedMps', 'vessels.cruisingSpeedMps'],
  },
  {
    setting: 'Fuel type, NOx factor',
    by: 'now',
    why: 'They correct what was known of the engines; all emissions are made anew',
    columns: ['vessels.fuelType', 'vessels.noxFactorGPerKg'],
  },
  {
    setting: 'Ignored fuel periods',
    by: 'now',
    why: 'Each names the time that it is about; the trips in it are made anew',
    columns: ['vessels.ignoredFuelPeriods'],
  },
  {
    setting: 'Target fuel rate',
    by: 'now',
    why: 'It is a line that is drawn over the past; nothing is computed by it',
    columns: ['vessels.targetFuelRateLPerNmi'],
  },
  {
    setting: 'Fuel capacity, length, beam, displacement, kind and papers',
    by: 'now',
    why: 'They describe the boat, and no figure of the past rests on them',
    columns: [
      'vessels.fuelCapacityM3',
      'vessels.lengthM',
      'vessels.beamM',
      'vessels.displacementKg',
      'vessels.kind',
      'vessels.yearBuilt',
      'vessels.manufacturer',
      'vessels.hullIdentificationNumber',
      'vessels.mmsi',
    ],
  },
  {
    setting: 'Names, pictures and labels',
    by: 'now',
    why: 'Whoever is renamed is found by the new name; only the audit keeps what they were called',
    columns: [
      'organizations.name',
      'departments.name',
      'captains.name',
      'vessels.name',
      'vessels.externalReference',
      'vessels.pictureFile',
      'vessels.model',
      'vessels.deviceLabels',
      'sensors.description',
    ],
  },
  {
    setting: 'Department, for who may see it',
    by: 'now',
    why: 'The past of a boat goes with her to whoever is responsible for her today',
    columns: ['vessels.departmentId', 'captains.departmentId', 'departments.parentId'],
  },
  {
    setting: 'Department of a boat, for rules and geofences',
    by: 'then',
    why: 'A rule of a department watches its boats, while they are its boats; kept as versions',
    columns: ['vessels.departmentId'],
  },
  {
    setting: 'Rules',
    by: 'then',
    why: 'An alert says that a rule was broken that held at the time; kept as versions from each edit on',
    columns: [
      'rules.departmentId',
      'rules.type',
      'rules.severity',
      'rules.enabled',
      'rules.message',
      'rules.definition',
      'rules.vessels',
      'rules.notifications',
    ],
  },
  {
    setting: 'Geofences',
    by: 'then',
    why: 'As rules; only their colour is that of today',
    columns: [
      'geofences.departmentId',
      'geofences.name',
      'geofences.type',
      'geofences.coordinates',
      'geofences.radiusM',
      'geofences.isHarbor',
    ],
  },
  {
    setting: 'Colour of a geofence',
    by: 'now',
    why: 'It is how the map is drawn today',
    columns: ['geofences.color'],
  },
  {
    setting: 'Mounting of a motion sensor',
    by: 'then',
    why: 'Each second is turned by the mounting of its time; one that is entered later makes the impacts since it began anew',
    columns: [
      'sensorMountings.validFromUs',
      'sensorMountings.removedAt',
      'sensorMountings.place',
      'sensorMountings.xAxis',
      'sensorMountings.zAxis',
      'sensorMountings.levelling',
    ],
  },
  {
    setting: 'Which sensors count for the boat',
    by: 'now',
    why: 'A choice of whom to believe; the impacts of all time are chosen anew',
    columns: ['sensors.useWithSafetySpeed'],
  },
  {
    setting: 'Chosen source of a value',
    by: 'now',
    why: 'A choice of whom to believe, made when it is read; figures of all time are made anew',
    columns: [],
  },
  {
    setting: 'Pairing of a device',
    by: 'then',
    why: 'What was measured belongs to the boat that the device was on when it was measured',
    columns: ['pairings.deviceId', 'pairings.vesselId', 'pairings.pairedAt', 'pairings.unpairedAt'],
  },
  {
    setting: 'Captain at the helm',
    by: 'then',
    why: 'A trip is of whoever had the helm last by its end, however late its data comes',
    columns: ['helmTurns.vesselId', 'helmTurns.captainId', 'helmTurns.fromUs'],
  },
  {
    setting: 'Usual captain of a boat, and whether captains must be named',
    by: 'now',
    why: 'They fill in for a trip that is found and has nobody at the helm; trips that have a captain keep theirs',
    columns: ['vessels.captainId', 'organizations.forceCaptainLogin'],
  },
  {
    setting: 'Trips that people split, joined, trimmed, kept or said to be ashore',
    by: 'now',
    why: 'Each names the time that it is about, and outlives every recomputation until it is undone',
    columns: [
      'tripCorrections.vesselId',
      'tripCorrections.kind',
      'tripCorrections.fromUs',
      'tripCorrections.toUs',
      'tripCorrections.undoneAt',
    ],
  },
  {
    setting: 'Settings and features of the organization, guidance and dashboard mode',
    by: 'now',
    why: 'They say how the console and the box on board behave; nothing of the past is judged by them',
    columns: [
      'organizations.departmentsFeature',
      'organizations.routeGuidanceFeature',
      'organizations.hasComfortSpeed',
      'organizations.contact',
      'organizations.country',
      'organizations.region',
      'organizations.apiCreditsADay',
      'departments.contact',
      'departments.country',
      'departments.region',
      'vessels.guidanceMode',
      'vessels.dashboardMode',
    ],
  },
  {
    setting: 'Time zone of the organization',
    by: 'now',
    why: 'Quiet hours hold back what is being sent; nothing that was measured depends on it',
    columns: ['organizations.timeZone'],
  },
]

/** Columns that are not settings: identity, bookkeeping and the state of a row. */
export const NO_SETTINGS = [
  'id',
  'number',
  'organizationId',
  'createdAt',
  'createdBy',
  'version',
  'modifiedAt',
  'deletedAt',
  'emptiedAt',
  'lastLoginAt',
  'apiCreditsSpent',
  'apiCreditsDay',
  'sensorId',
] as const
/** Columns that devices report: which vessel a sensor is on. */
export const REPORTED = ['sensors.vesselId'] as const satisfies readonly Column[]

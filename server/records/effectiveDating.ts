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
  // Watch boards and their notes.
  ...(['wallLinks', 'wallPasses', 'watchNotes'] as const),
  // Maintenance, on which no figure of a trip depends. Hours of engines count from marks with a time of their own.
  ...(['engines', 'engineMarks', 'engineSegments', 'maintenanceTasks', 'serviceRecords'] as const),
  // Notifications: recipients, and messages on their way.
  ...(['webhooks', 'webhookDeliveries', 'pushSubscriptions', 'messages'] as const),
  ...(['reportSchedules', 'reportDeliveries', 'downloads', 'fleetExports'] as const),
  // Data from devices, its results, and the progress of processing.
  ...([
    'devices',
    'bridges',
    'bridgeRefusals',
    'instanceNames',
    'rejections',
    'detailRequests',
    'deviceNotices',
    'logImports',
  ] as const),
  ...(['vesselStates', 'trips'] as const),
  ...(['tripAliases', 'alerts'] as const),
  ...(['processingProgress', 'recomputations', 'versions'] as const),
  // State that processes keep for each other.
  ...([
    'settings',
    'leases',
    'partitions',
    'jobTurns',
    'recipientClaims',
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
    why: 'It defines red impacts in the same way for every trip; all trips are counted again',
    columns: ['vessels.impactLimitG'],
  },
  {
    setting: 'Safety speed, top and cruising speed',
    by: 'now',
    why: 'Trips of different months stay comparable; their figures are computed again',
    columns: ['vessels.safetySpeedLimitMps', 'vessels.topSpeedMps', 'vessels.cruisingSpeedMps'],
  },
  {
    setting: 'Fuel type, NOx factor',
    by: 'now',
    why: 'They correct the data of the engines; all emissions are computed again',
    columns: ['vessels.fuelType', 'vessels.noxFactorGPerKg'],
  },
  {
    setting: 'Ignored fuel periods',
    by: 'now',
    why: 'Each names its own time; the trips in it are computed again',
    columns: ['vessels.ignoredFuelPeriods'],
  },
  {
    setting: 'Target fuel rate',
    by: 'now',
    why: 'It is a line drawn over the past; no figure depends on it',
    columns: ['vessels.targetFuelRateLPerNmi'],
  },
  {
    setting: 'Fuel capacity, length, beam, displacement, kind and papers',
    by: 'now',
    why: 'They describe the boat, and no figure of the past depends on them',
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
    why: 'A renamed person or thing has the new name everywhere; only the audit log keeps the old name',
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
    why: 'The past of a boat goes with her to the department that is responsible for her today',
    columns: ['vessels.departmentId', 'captains.departmentId', 'departments.parentId'],
  },
  {
    setting: 'Department of a boat, for rules and geofences',
    by: 'then',
    why: 'A rule of a department watches boats while they are in the department; stored as versions',
    columns: ['vessels.departmentId'],
  },
  {
    setting: 'Rules',
    by: 'then',
    why: 'An alert refers to the rule in force at its time; stored as versions, one for each edit',
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
    why: 'Like rules; only the colour is the present one',
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
    why: 'It belongs to the drawing of the map today',
    columns: ['geofences.color'],
  },
  {
    setting: 'Mounting of a motion sensor',
    by: 'then',
    why: 'The mounting of its time turns each second; a mounting entered later computes the impacts since its start again',
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
    why: 'A choice among sensors; the impacts of all time are chosen again',
    columns: ['sensors.useWithSafetySpeed'],
  },
  {
    setting: 'Chosen source of a value',
    by: 'now',
    why: 'A choice among sources, applied on reading; figures of all time are computed again',
    columns: [],
  },
  {
    setting: 'Pairing of a device',
    by: 'then',
    why: 'A measurement belongs to the boat that had the device at its time',
    columns: ['pairings.deviceId', 'pairings.vesselId', 'pairings.pairedAt', 'pairings.unpairedAt'],
  },
  {
    setting: 'Captain at the helm',
    by: 'then',
    why: 'A trip belongs to the last captain at the helm by its end, even when its data arrive late',
    columns: ['helmTurns.vesselId', 'helmTurns.captainId', 'helmTurns.fromUs'],
  },
  {
    setting: 'Usual captain of a boat, and whether captains must be named',
    by: 'now',
    why: 'They apply to a newly found trip without a captain; trips with a captain keep theirs',
    columns: ['vessels.captainId', 'organizations.forceCaptainLogin'],
  },
  {
    setting: 'Trips that people split, merged, trimmed, kept or marked as ashore',
    by: 'now',
    why: 'Each names its own time, and survives every recomputation until it is undone',
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
    why: 'They control the console and the device on board; no figure of the past depends on them',
    columns: [
      'organizations.departmentsFeature',
      'organizations.routeGuidanceFeature',
      'organizations.hasComfortSpeed',
      'organizations.contact',
      'organizations.country',
      'organizations.region',
      'organizations.apiCreditsADay',
      'organizations.requireSecondFactor',
      'organizations.minPasswordLength',
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
    why: 'Quiet hours delay messages; no measurement depends on the zone',
    columns: ['organizations.timeZone'],
  },
  {
    setting: 'Expected return of a boat',
    by: 'now',
    why: 'It decides when the watch board calls her overdue; no figure of the past depends on it',
    columns: ['vessels.expectedBackAt', 'vessels.expectedBackSetAt'],
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
  'areEnginesCounted',
  'lastLoginAt',
  'apiCreditsSpent',
  'apiCreditsDay',
  'sensorId',
] as const
/** Columns that devices report: which vessel a sensor is on. */
export const REPORTED = ['sensors.vesselId'] as const satisfies readonly Column[]

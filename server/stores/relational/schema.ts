/**
 * The rows of the product, one table per noun. PGlite and PostgreSQL 15 share the schema and its migrations.
 * Speeds are m/s, distances metres, durations seconds, times with time zone; units of the wire are converted
 * at the border.
 */

import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { HoursFold } from '#contract/domain/engineHours.ts'
import type { DueBy, TaskState } from '#contract/domain/maintenanceDue.ts'
import type { Rejection } from '#contract/domain/reading.ts'
import type { Units } from '#contract/domain/unitChoice.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { Language } from '#contract/text/language.ts'
import type { AlertFacts, BoardState, WithdrawalReason } from '#contract/wire/alert.ts'
import type { AlertNoteKind } from '#contract/wire/alertCase.ts'
import type { BridgeRefusal } from '#contract/wire/bridge.ts'
import type { DeviceKind, NoticeKind, ReceivedFormat, Way } from '#contract/wire/device.ts'
import type { DeviceHealth } from '#contract/wire/deviceHealth.ts'
import type { InstanceFamily } from '#contract/wire/instanceName.ts'
import type { LogFailure, LogImportState, NoTrip } from '#contract/wire/logImport.ts'
import type { EngineKind, HoursSource, TaskFault } from '#contract/wire/maintenance.ts'
import type { Channel, MessageReason, MessageState } from '#contract/wire/message.ts'
import { USUAL_CREDITS, USUAL_PASSWORD_LENGTH } from '#contract/wire/organization.ts'
import type { DeliveryState, ReportPeriod } from '#contract/wire/reportSchedule.ts'
import type { MessageTime, Rule, RuleNotifications } from '#contract/wire/rule.ts'
import type { Direction } from '#contract/wire/sensorMounting.ts'
import type { TableColumn, TableTop } from '#contract/wire/tableColumns.ts'
import type { SeaState } from '#contract/wire/trip.ts'
import type { IgnoredFuelPeriod } from '#contract/wire/vessel.ts'

const id = () => uuid().primaryKey().defaultRandom()
const time = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => time().notNull().defaultNow()
/** Written by a key of the public API; the name it had then outlives the key. */
const byKey = () => ({ apiKeyId: uuid(), apiKeyName: text() })
/** Claim of a job by one process; see `claimsOf`. */
const claimed = () => ({
  /** No other process may take the job before; null without a claim. A claim that ended without an answer stays. */
  claimedUntil: time(),
  /** Number of the present or last claim. */
  claim: integer().notNull().default(0),
  /** Claims that ended without an answer, as when the process died. */
  unanswered: integer().notNull().default(0),
})

export const organizations = pgTable('organizations', {
  id: id(),
  name: text().notNull(),
  departmentsFeature: boolean().notNull().default(true),
  routeGuidanceFeature: boolean().notNull().default(false),
  hasComfortSpeed: boolean().notNull().default(false),
  forceCaptainLogin: boolean().notNull().default(false),
  /** Members without a second factor see nothing until they turn one on. */
  requireSecondFactor: boolean().notNull().default(false),
  /** Fewest characters of a new password. */
  minPasswordLength: smallint().notNull().default(USUAL_PASSWORD_LENGTH),
  /** IANA name; quiet hours of its rules are in it. Null: UTC. */
  timeZone: text(),
  contact: text(),
  country: text(),
  region: text(),
  lastLoginAt: time(),
  /** Credits of the public API for each day of UTC, and how many of the day `apiCreditsDay` are spent. */
  apiCreditsADay: integer().notNull().default(USUAL_CREDITS),
  apiCreditsSpent: bigint({ mode: 'number' }).notNull().default(0),
  apiCreditsDay: date(),
  createdAt: createdAt(),
})

export const departments = pgTable(
  'departments',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** Null for the one top-level department, which stands for the organization. */
    parentId: uuid(),
    name: text().notNull(),
    contact: text(),
    country: text(),
    region: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.organizationId),
    uniqueIndex('departments_one_top').on(table.organizationId).where(sql`${table.parentId} is null`),
  ],
)

/** People. The identity engine stores credentials; `identityId` is its user. */
export const users = pgTable(
  'users',
  {
    id: id(),
    identityId: text().notNull().unique(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    /** Present role; a super user may choose another than `superRoleId`. */
    roleId: text().notNull(),
    /** 'super-admin' or 'super-viewer' makes a super user, whatever role they look through; null for everybody else. */
    superRoleId: text(),
    name: text().notNull(),
    email: text().notNull(),
    phoneNumber: text(),
    pictureFile: text(),
    lastLoginAt: time(),
    alertsReadAt: time(),
    announcementsReadAt: time(),
    /** When they put the first steps of a new organization away. */
    firstStepsDismissedAt: time(),
    /** Which channels this person takes messages on, by their names on the wire. */
    subscribedNotifications: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    /** Language and time zone that the browser last reported; messages are written for both. */
    language: text().$type<Language>(),
    timeZone: text(),
    /** Units for quantities on the screen; null means the units of the wire. */
    units: jsonb().$type<Units>(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    index().on(table.organizationId),
    index().on(table.departmentId),
  ],
)

/** One-time sign-in codes, kept as hashes; at most five tries each. */
export const signInCodes = pgTable('sign_in_codes', {
  email: text().primaryKey(),
  codeHash: text().notNull(),
  tries: smallint().notNull().default(0),
  sentAt: time().notNull(),
  expiresAt: time().notNull(),
})

export const captains = pgTable(
  'captains',
  {
    id: id(),
    /** Names the captain in the column store, where a small integer matters. */
    number: integer().generatedAlwaysAsIdentity().unique(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    name: text().notNull(),
    /** A deleted captain stays as the name on the trips they sailed, and is nowhere else. */
    deletedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId), index().on(table.departmentId)],
)

/** The boat in three dimensions, uploaded by her owner. */
export interface VesselModelFile {
  fileKey: string
  fileName: string
  bytes: number
  triangles: number
  uploadedAtMs: number
}

export const vessels = pgTable(
  'vessels',
  {
    id: id(),
    /** Names the vessel in the column store, where a small integer matters. */
    number: integer().generatedAlwaysAsIdentity().unique(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    name: text().notNull(),
    kind: text().notNull().default('motor'),
    pictureFile: text(),
    model: jsonb().$type<VesselModelFile>(),
    captainId: uuid().references(() => captains.id),
    lengthM: doublePrecision(),
    beamM: doublePrecision(),
    topSpeedMps: doublePrecision(),
    impactLimitG: doublePrecision().notNull().default(3),
    safetySpeedLimitMps: doublePrecision(),
    externalReference: text(),
    cruisingSpeedMps: doublePrecision(),
    displacementKg: doublePrecision(),
    fuelCapacityM3: doublePrecision('fuel_capacity_m3'),
    /** 'petrol' or 'diesel'. */
    fuelType: text().notNull().default('petrol'),
    /** Grams of NOx a kilogram of fuel; null without a measurement. */
    noxFactorGPerKg: doublePrecision(),
    yearBuilt: smallint(),
    manufacturer: text(),
    hullIdentificationNumber: text(),
    mmsi: text(),
    /** Litres a nautical mile, the owner's target. */
    targetFuelRateLPerNmi: doublePrecision(),
    guidanceMode: text().notNull().default('auto'),
    dashboardMode: text().notNull().default('auto'),
    ignoredFuelPeriods: jsonb().$type<IgnoredFuelPeriod[]>().notNull().default([]),
    /** Labels that users give to her devices, by the key of each: { engine_1: 'Port' }. */
    deviceLabels: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** When she is expected back, as a user set it; null without an expectation. */
    expectedBackAt: time(),
    expectedBackSetAt: time(),
    /** True once the hours of her engines were counted from all samples that were stored before. */
    areEnginesCounted: boolean().notNull().default(false),
    /** Her row outlives her, because her trips count for her captains as long as these live. */
    deletedAt: time(),
    /** When her samples were removed after that. */
    emptiedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId, table.departmentId), index().on(table.departmentId)],
)

/** A motion sensor of a vessel, stored since its first data. */
export const sensors = pgTable(
  'sensors',
  {
    id: id(),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    /** Number that the sensor reports; the instance of its series. */
    number: smallint().notNull(),
    description: text(),
    useWithSafetySpeed: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('sensors_of_vessel').on(table.vesselId, table.number)],
)

/** Numbers of engines, batteries, tanks and switches that their sender names. A row never changes. */
export const instanceNames = pgTable(
  'instance_names',
  {
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    family: text().$type<InstanceFamily>().notNull(),
    /** As the sender writes it, `house`. */
    name: text().notNull(),
    /** The instance of its series. */
    number: smallint().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.vesselId, table.family, table.name] }),
    uniqueIndex('instance_numbers_of_vessel').on(table.vesselId, table.family, table.number),
  ],
)

/**
 * Measurements of a sensor over a minute at rest that begins then: force in g in its own axes, and its
 * attitude if it has one.
 */
export interface SensorRest {
  fromUs: number
  forceG: [x: number, y: number, z: number]
  attitude: { rollRad: number; pitchRad: number } | null
}

/** How a sensor is built in from when on, up to the next; before the first it was built in straight. */
export const sensorMountings = pgTable(
  'sensor_mountings',
  {
    id: id(),
    sensorId: uuid()
      .notNull()
      .references(() => sensors.id, { onDelete: 'cascade' }),
    /** 0 for all that it ever measured. */
    validFromUs: bigint({ mode: 'number' }).notNull(),
    place: text(),
    /** Directions of the sensor's axes on the boat. */
    xAxis: text().$type<Direction>().notNull(),
    zAxis: text().$type<Direction>().notNull(),
    levelling: jsonb().$type<SensorRest>(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** Time at which the mounting was replaced or removed; the row stays so that its results can be found. */
    removedAt: time(),
  },
  (table) => [
    uniqueIndex('sensor_mountings_once')
      .on(table.sensorId, table.validFromUs)
      .where(sql`${table.removedAt} is null`),
  ],
)

/** An engine of a vessel; the next engine of the same number replaces it. */
export const engines = pgTable(
  'engines',
  {
    id: id(),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    /** As its series have it, 1 or more. */
    instance: smallint().notNull(),
    kind: text().$type<EngineKind>(),
    model: text(),
    serialNumber: text(),
    /** Null for an engine that was there before any other. */
    installedUs: bigint({ mode: 'number' }),
    removedUs: bigint({ mode: 'number' }),
    /** Sums over its segments as of the last count; null before any sample or mark. */
    hoursS: bigint({ mode: 'number' }),
    hoursSource: text().$type<HoursSource>(),
    lastUs: bigint({ mode: 'number' }),
    /** Mean running time a day in the last 90 days, s. */
    paceS: doublePrecision(),
    /** Sum of its segments before that of `foldUs`, from which the next count goes on. */
    fold: jsonb().$type<HoursFold>(),
    foldUs: bigint({ mode: 'number' }),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.vesselId),
    uniqueIndex('engines_present').on(table.vesselId, table.instance).where(sql`${table.removedUs} is null`),
  ],
)

/** Hours that people read or set: from then on the hours of the engine grow from them. Kept as a log. */
export const engineMarks = pgTable(
  'engine_marks',
  {
    id: id(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    kind: text().$type<'installed' | 'corrected'>().notNull(),
    fromUs: bigint({ mode: 'number' }).notNull(),
    hoursS: integer().notNull(),
    /** Hours that were counted until then; null where there were none. */
    countedS: integer(),
    note: text(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    ...byKey(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.engineId, table.fromUs)],
)

/** Running time of one engine in at most six hours, see `EngineSegment`. Time without samples has none. */
export const engineSegments = pgTable(
  'engine_segments',
  {
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    instance: smallint().notNull(),
    fromUs: bigint({ mode: 'number' }).notNull(),
    runUs: bigint({ mode: 'number' }).notNull(),
    speedFirstUs: bigint({ mode: 'number' }),
    speedLastUs: bigint({ mode: 'number' }),
    isRunningAtEnd: boolean().notNull(),
    gainS: integer().notNull(),
    counterFirstUs: bigint({ mode: 'number' }),
    counterFirstS: integer(),
    counterLastUs: bigint({ mode: 'number' }),
    counterLastS: integer(),
  },
  (table) => [primaryKey({ columns: [table.vesselId, table.instance, table.fromUs] })],
)

/** Work that a vessel needs, at intervals or once. What is due is stored, so lists read no samples. */
export const maintenanceTasks = pgTable(
  'maintenance_tasks',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    /** Engine whose hours count, or that the work is about. */
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    /** Null for a fault, which each reader gets in words. */
    title: text(),
    note: text(),
    everyHoursS: integer(),
    everyMonths: smallint(),
    everyM: doublePrecision(),
    /** Day on which a task that is done once is due. */
    dueOn: date(),
    /** When it was last done, or when its first interval began. */
    baseAt: time().notNull(),
    /** Hours of its engine then. */
    baseHoursS: integer(),
    /** Fault of an engine that opened it. */
    fault: jsonb().$type<TaskFault>(),
    /** Alert about the fault. */
    faultAlertId: uuid(),
    /** When a task that is done once was done. */
    closedAt: time(),
    state: text().$type<TaskState>().notNull().default('ok'),
    dueAt: time(),
    dueBy: text().$type<DueBy>(),
    leftHoursS: bigint({ mode: 'number' }),
    leftM: doublePrecision(),
    /** Open alert that it is due, and the state that the alert was raised for. */
    alertId: uuid(),
    alertState: text().$type<TaskState>(),
    checkedAt: time().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    index('maintenance_tasks_open')
      .on(table.organizationId, table.dueAt)
      .where(sql`${table.closedAt} is null`),
    index().on(table.vesselId),
    index('maintenance_tasks_to_check').on(table.checkedAt).where(sql`${table.closedAt} is null`),
    uniqueIndex('maintenance_tasks_faults')
      .on(
        table.vesselId,
        sql`(${table.fault} ->> 'instance')`,
        sql`(${table.fault} ->> 'spn')`,
        sql`coalesce(${table.fault} ->> 'fmi', '')`,
      )
      .where(sql`${table.fault} is not null and ${table.closedAt} is null`),
  ],
)

/** Line of a vessel's service book: work that was done. */
export const serviceRecords = pgTable(
  'service_records',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    taskId: uuid().references(() => maintenanceTasks.id, { onDelete: 'set null' }),
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    /** As it was when the work was done. */
    title: text(),
    fault: jsonb().$type<TaskFault>(),
    doneAt: time().notNull(),
    hoursS: integer(),
    /** Distance that the vessel had sailed until then, m. */
    sailedM: doublePrecision(),
    cost: doublePrecision(),
    /** ISO 4217. */
    currency: text(),
    parts: text(),
    note: text(),
    /** Person or yard that did the work. */
    doneBy: text(),
    /** Author of the line. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    ...byKey(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.vesselId, table.doneAt), index().on(table.taskId)],
)

/**
 * User choices that require the whole past of a vessel to be computed again, with the time of the last
 * choice. A process that was away finds a choice by its time.
 */
export const recomputations = pgTable(
  'recomputations',
  {
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    step: text().$type<'voyages' | 'sensors'>().notNull(),
    askedAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.vesselId, table.step] }), index().on(table.askedAt)],
)

export interface HealthOfDevice {
  receivedMs: number
  report: DeviceHealth
}

/** Last reports of a device; times are epoch ms. */
export interface ActivityOfDevice {
  lastSeenMs: number | null
  /** Last data of the device by each way and in each format. */
  ways: Partial<Record<Way, number>>
  formats: Partial<Record<ReceivedFormat, number>>
  samplesPerMinute: number | null
  /** The minute since 1970 that is being counted, and its samples so far. */
  minute?: number
  samples?: number
  /** How far its clock is ahead. */
  clockOffsetMs: number | null
}

/** Devices that report for a vessel; secret and pairing code are stored as hashes. */
export const devices = pgTable(
  'devices',
  {
    id: text().primaryKey(),
    kind: text().$type<DeviceKind>().notNull().default('device'),
    /** Hash of the secret, or of the key in the address of a phone. */
    secretHash: text().notNull(),
    /** Code that a user types to name the device's vessel; valid once, for a day. */
    pairingCodeHash: text().unique('devices_pairing_code'),
    pairingCodeExpiresAt: time(),
    /** From then on the device may not sign in. */
    revokedAt: time(),
    /** Last reports of the device, written now and then. */
    activity: jsonb().$type<ActivityOfDevice>(),
    /** Last report of the program on board about itself. */
    health: jsonb().$type<HealthOfDevice>(),
    createdAt: createdAt(),
  },
  (table) => [
    // A request to the address of a phone has its key alone.
    uniqueIndex('devices_phone_key').on(table.secretHash).where(sql`${table.kind} = 'phone'`),
  ],
)

/**
 * Vessels of devices over time: a reading belongs to the vessel at its time. The first pairing of a device
 * covers all its earlier data.
 */
export const pairings = pgTable(
  'pairings',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: text()
      .notNull()
      .references(() => devices.id),
    /** Null once the vessel is deleted: data of that time then belongs to no vessel. */
    vesselId: uuid().references(() => vessels.id, { onDelete: 'set null' }),
    pairedAt: time().notNull(),
    /** Null while the device is on the vessel. */
    unpairedAt: time(),
  },
  (table) => [
    uniqueIndex('pairings_device_now').on(table.deviceId).where(sql`${table.unpairedAt} is null`),
    uniqueIndex('pairings_vessel_now').on(table.vesselId).where(sql`${table.unpairedAt} is null`),
    index().on(table.deviceId, table.pairedAt),
    index().on(table.vesselId, table.pairedAt),
  ],
)

/** Data that the gateway refused or set aside. */
export const rejections = pgTable(
  'rejections',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: text(),
    vesselId: uuid().references(() => vessels.id),
    receivedAt: time().notNull().defaultNow(),
    reason: text().notNull(),
    detail: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    index().on(table.vesselId, table.receivedAt),
    index().on(table.deviceId, table.receivedAt),
    index().on(table.receivedAt),
  ],
)

/** A lasting fault of a device, one row for each kind while it was on one vessel. */
export const deviceNotices = pgTable(
  'device_notices',
  {
    deviceId: text()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    kind: text().$type<NoticeKind>().notNull(),
    firstAt: time().notNull(),
    lastAt: time().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    value: doublePrecision(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.vesselId, table.kind] }),
    index().on(table.lastAt),
  ],
)

/** Log files that people sent to the history of a vessel. */
export const logImports = pgTable(
  'log_imports',
  {
    /** Also the name of the file while it is wanted. */
    id: id(),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** As the sender calls it. */
    fileName: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    state: text().$type<LogImportState>().notNull().default('waiting'),
    /** 0 to 1. */
    progress: doublePrecision().notNull().default(0),
    accepted: bigint({ mode: 'number' }).notNull().default(0),
    fromUs: bigint({ mode: 'number' }),
    toUs: bigint({ mode: 'number' }),
    rejected: jsonb().$type<Rejection[]>().notNull().default([]),
    /** Day of a log without dates: the proposed day while the import asks, then the answer. */
    logDate: date(),
    /** Top of a table while the import asks for the meaning of its columns, then with the answer. */
    tableTop: jsonb().$type<TableTop>(),
    givenColumns: jsonb().$type<TableColumn[]>(),
    /** Dates that may be a multiple of 1,024 weeks behind, if the import asked about them. */
    rollover: jsonb().$type<{ firstUs: number; weeks: number }>(),
    /** The answer: weeks that are added to such dates. */
    weeksAdded: integer(),
    /** Meanings under which columns were read. */
    columns: jsonb().$type<string[]>().notNull().default([]),
    error: text().$type<LogFailure>(),
    /** Why its positions can make no trip, where they cannot. */
    noTrip: text().$type<NoTrip>(),
    ...claimed(),
    createdAt: createdAt(),
    endedAt: time(),
  },
  (table) => [index().on(table.vesselId, table.createdAt), index().on(table.state)],
)

/** The newest values of a vessel in stored units; one row a vessel, replaced as it moves. */
export const vesselStates = pgTable('vessel_states', {
  vesselId: uuid()
    .primaryKey()
    .references(() => vessels.id, { onDelete: 'cascade' }),
  lastUpdatedUs: bigint({ mode: 'number' }),
  fixUs: bigint({ mode: 'number' }),
  latitudeDeg: doublePrecision(),
  longitudeDeg: doublePrecision(),
  /** Latest value and its time by field name: { sog: [timeUs, value], impact: … }. */
  latest: jsonb()
    .$type<Record<string, [timeUs: number, value: number, isDerived?: true]>>()
    .notNull()
    .default({}),
})

export const trips = pgTable(
  'trips',
  {
    id: id(),
    /** Names the trip in the column store. */
    number: integer().generatedAlwaysAsIdentity().unique(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id),
    captainId: uuid().references(() => captains.id),
    startUs: bigint({ mode: 'number' }).notNull(),
    /** Null while the trip is open. */
    endUs: bigint({ mode: 'number' }),
    lastMovingUs: bigint({ mode: 'number' }).notNull(),
    lastRecordUs: bigint({ mode: 'number' }).notNull(),
    /** Why it started and ended where it did: 'moving'; 'idle', 'silence'. */
    startCause: text().notNull(),
    endCause: text(),
    visible: boolean().notNull(),
    isDeleted: boolean().notNull().default(false),
    algoVersion: integer().notNull(),
    distanceM: doublePrecision().notNull(),
    durationS: doublePrecision().notNull(),
    avgSogMps: doublePrecision(),
    maxSogMps: doublePrecision(),
    avgImpactG: doublePrecision(),
    peakImpactG: doublePrecision(),
    distanceSuspect: boolean().notNull().default(false),
    /**
     * Whether the boat sailed the trip: 'doubted' trips were too fast. Like 'ashore' trips they count in no
     * statistics.
     */
    seaState: text().$type<SeaState>().notNull().default('assumed'),
    /** Statistics that later analysis adds, by their name on the wire. */
    stats: jsonb().$type<Record<string, number | null>>().notNull().default({}),
    /** Source of the forecast stored along the track, and its end; null while there is none. */
    weatherSource: text(),
    weatherUpToUs: bigint({ mode: 'number' }),
    /** Points for the captain's rank, a function of score and distance. */
    rankPoints: integer().notNull().default(0),
    /** Counts changes of samples, settings and boundaries; the analysis is of `analysedRevision`. */
    revision: integer().notNull().default(0),
    analysedRevision: integer().notNull().default(-1),
    /** Time from which a trip under way has changed since its last analysis; null without a change. */
    changedFromUs: bigint({ mode: 'number' }),
    /** Time of the last analysis: the process that should use the figures may have died. */
    analysedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.organizationId, table.startUs),
    index().on(table.vesselId, table.startUs),
    index().on(table.captainId, table.startUs),
    index('trips_points')
      .on(table.captainId, table.rankPoints)
      .where(sql`${table.visible} and not ${table.isDeleted}`),
    index('trips_to_analyse').on(table.id).where(sql`${table.analysedRevision} < ${table.revision}`),
    index().on(table.analysedAt),
    index('trips_open').on(table.vesselId).where(sql`${table.endUs} is null`),
    check('trips_ends_after_start', sql`${table.endUs} is null or ${table.endUs} >= ${table.startUs}`),
  ],
)

/** Captains who took the helm of a vessel, and when; each keeps it until the next takes it. */
export const helmTurns = pgTable(
  'helm_turns',
  {
    id: id(),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    /** Null for an unnamed person. */
    captainId: uuid().references(() => captains.id),
    fromUs: bigint({ mode: 'number' }).notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.vesselId, table.fromUs)],
)

/**
 * Ids of trips that were merged away, so that old links still open, with the times of those trips. A trip
 * gets its id back when the trips are split again.
 */
export const tripAliases = pgTable('trip_aliases', {
  id: uuid().primaryKey(),
  tripId: uuid()
    .notNull()
    .references(() => trips.id, { onDelete: 'cascade' }),
  startUs: bigint({ mode: 'number' }),
  endUs: bigint({ mode: 'number' }),
  captainId: uuid().references(() => captains.id),
})

/**
 * Users' corrections of detected trips: a cut, a join, a trim. Trips are a function of samples and of these, so a
 * correction survives recomputation and can be taken back.
 */
export const tripCorrections = pgTable(
  'trip_corrections',
  {
    id: id(),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    /**
     * 'split' cuts at `fromUs`; 'merge' joins the trips that touch [fromUs, toUs]; 'trim' removes [fromUs,
     * toUs]. 'ashore' and 'at_sea' decide whether the boat sailed in it.
     */
    kind: text().notNull(),
    fromUs: bigint({ mode: 'number' }).notNull(),
    toUs: bigint({ mode: 'number' }).notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    undoneAt: time(),
  },
  (table) => [index().on(table.vesselId, table.fromUs)],
)

/** Detail of trips that people asked of a boat, whose disk still has it. Rows without an end are open. */
export const detailRequests = pgTable(
  'detail_requests',
  {
    id: id(),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    deviceId: text()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    fromUs: bigint({ mode: 'number' }).notNull(),
    toUs: bigint({ mode: 'number' }).notNull(),
    askedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** Bytes that were still on board by the last report; null before the boat knew the request. */
    waitingBytes: bigint({ mode: 'number' }),
    /** The disk of the boat was full, and part of this time was lost. */
    isDropped: boolean().notNull().default(false),
    /** Time of the report by which nothing of this time was on board any more. */
    endedAt: time(),
  },
  (table) => [
    index().on(table.vesselId, table.fromUs),
    index().on(table.deviceId).where(sql`${table.endedAt} is null`),
  ],
)

/**
 * Links that show a trip, or an impact of it, to anyone with the link. The link itself was shown once; this
 * is its hash.
 */
export const shareLinks = pgTable(
  'share_links',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id, { onDelete: 'cascade' }),
    /** Id of the trip when the link was made. No reference, because the trip may be merged away. */
    tripId: uuid().notNull(),
    /** The impact that alone is shown; null shows the whole trip. */
    eventUs: bigint({ mode: 'number' }),
    /** Ids of the comments that the link shows. */
    commentIds: uuid().array().notNull(),
    /** Names that the link shows (`SHARED_NAMES`). */
    shownNames: text().array().notNull().default([]),
    secretHash: text().notNull().unique(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: time().notNull(),
    revokedAt: time(),
    openings: integer().notNull().default(0),
    lastOpenedAt: time(),
  },
  (table) => [
    index().on(table.organizationId, table.createdAt),
    index().on(table.tripId),
    index().on(table.vesselId),
  ],
)

/** Links that open the watch board of a department on a wall screen. The link itself was shown once; this is its hash. */
export const wallLinks = pgTable(
  'wall_links',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    /** Place of the screen, as its maker calls it. */
    name: text().notNull(),
    secretHash: text().notNull().unique(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    endedAt: time(),
    lastSeenAt: time(),
  },
  (table) => [index().on(table.organizationId, table.createdAt)],
)

/** Users who signed in on a wall screen for a few minutes. The browser has the secret; this is its hash. */
export const wallPasses = pgTable('wall_passes', {
  secretHash: text().primaryKey(),
  wallLinkId: uuid()
    .notNull()
    .references(() => wallLinks.id, { onDelete: 'cascade' }),
  /** Session of the identity engine, which lives as long as the pass. */
  sessionId: text().notNull(),
  identityId: text().notNull(),
  expiresAt: time().notNull(),
})

/** Notes for the next watch of a department. */
export const watchNotes = pgTable(
  'watch_notes',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    at: time().notNull(),
  },
  (table) => [index().on(table.organizationId, table.departmentId, table.at)],
)

export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id),
    tripId: uuid(),
    ruleId: uuid(),
    /** 'threshold', 'geofence' or 'external'. */
    type: text().notNull(),
    /** 'info', 'warning' or 'critical'. */
    severity: text().notNull().default('critical'),
    /** The words of a rule's author or a device; null where `facts` are put into words for each reader. */
    text: text(),
    facts: jsonb().$type<AlertFacts>(),
    /** Start of the silence that the alert is about; null for other alerts. */
    silentSinceUs: bigint({ mode: 'number' }),
    /** The computer on board during that silence, as long as the alert is open; null if unknown. */
    board: text().$type<BoardState>(),
    triggerUs: bigint({ mode: 'number' }).notNull(),
    /** End of the alert's cause; null while the alert is open. */
    endUs: bigint({ mode: 'number' }),
    isOpen: boolean().notNull().default(false),
    /**
     * Time of the sample that showed the end, for a crossing the fix that confirmed it. Null while the alert
     * is open.
     */
    decidedUs: bigint({ mode: 'number' }),
    /** No sample showed the end: it is the last sample before silence. */
    isEndedBySilence: boolean().notNull().default(false),
    ruleVersion: integer(),
    /** Instance of the engine, battery or sensor, where there are several. */
    instance: integer(),
    latitudeDeg: doublePrecision(),
    longitudeDeg: doublePrecision(),
    sources: jsonb().$type<string[]>().notNull().default([]),
    acknowledgedAt: time(),
    acknowledgedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    assignedTo: uuid().references(() => users.id, { onDelete: 'set null' }),
    assignedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    assignedAt: time(),
    silencedUntil: time(),
    /** When the first message about it left for anybody outside of the console. */
    notifiedAt: time(),
    withdrawnAt: time(),
    withdrawnReason: text().$type<WithdrawalReason>(),
    isDeleted: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.organizationId, table.triggerUs),
    index().on(table.vesselId, table.triggerUs),
    index().on(table.tripId),
    index('alerts_news').on(table.organizationId, table.createdAt),
    index().on(table.ruleId, table.vesselId, table.triggerUs),
    index('alerts_silent')
      .on(table.vesselId)
      .where(sql`${table.isOpen} and ${table.silentSinceUs} is not null`),
  ],
)

/** Addresses to which an organization wants alerts sent by HTTP. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    url: text().notNull(),
    /** Secret that signs deliveries, encrypted (`sealedSecrets.ts`). */
    secret: text().notNull(),
    /** Signs beside it for a day after it was replaced, so that nothing is refused meanwhile. */
    previousSecret: text(),
    previousSecretUntil: time(),
    enabled: boolean().notNull().default(true),
    /** Severities of alerts to deliver. */
    severities: jsonb().$type<string[]>().notNull(),
    /** Whether it is called when an alert begins, when it is over, or both. */
    when: text().$type<MessageTime>().notNull().default('begin'),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId)],
)

/** MQTT brokers of the operator that may publish for every device of the installation. */
export const bridges = pgTable('bridges', {
  id: id(),
  name: text().notNull(),
  secretHash: text().notNull(),
  createdAt: createdAt(),
  /** When a user ended the credential; null while it counts. */
  endedAt: time(),
})

/** Messages of bridges that were acknowledged and not stored. */
export const bridgeRefusals = pgTable(
  'bridge_refusals',
  {
    bridgeId: uuid()
      .notNull()
      .references(() => bridges.id, { onDelete: 'cascade' }),
    reason: text().$type<BridgeRefusal['reason']>().notNull(),
    /** Device id, or a topic that names no device; empty for all senders beyond the bound. */
    sender: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    lastAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.bridgeId, table.reason, table.sender] })],
)

/** A browser that receives a person's messages, with the keys to encrypt for it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
)

/**
 * Notifications of alerts for users and webhooks: written with the alert and sent at least once afterwards. Alerts that
 * every user sees at the console and at the helm have no rows here.
 */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    alertId: uuid()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    channel: text().$type<Channel>().notNull(),
    /** Recipient: one of these is set. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    webhookId: uuid().references(() => webhooks.id, { onDelete: 'cascade' }),
    reason: text().$type<MessageReason>().notNull(),
    state: text().$type<MessageState>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Time of the next try; during a try, the time from which another process may try. */
    nextAt: time().notNull(),
    /** True while it waits to be sent with others in one message. */
    isHeld: boolean().notNull().default(false),
    /** Id of a message that was sent for several rows. */
    batchId: uuid(),
    /** Browsers that have it already. */
    reached: jsonb().$type<string[]>().notNull().default([]),
    lastError: text(),
    /** Start of the present try; it stays set when the message is taken again after an unfinished try. */
    tryingSince: time(),
    /** True when an unfinished try was repeated, so that the message may have arrived twice. */
    maybeTwice: boolean().notNull().default(false),
    /** Tries that ended without an answer, as when the process died, and that were repeated. */
    unanswered: integer().notNull().default(0),
    sentAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('messages_person').on(table.alertId, table.userId, table.channel, table.reason),
    uniqueIndex('messages_of_webhook_once').on(table.alertId, table.webhookId, table.reason),
    index('messages_due').on(table.nextAt).where(sql`${table.state} in ('waiting', 'failed')`),
    index('messages_of_person').on(table.userId, table.channel, table.sentAt),
    index('messages_of_organization').on(table.organizationId, table.state, table.createdAt),
    index('messages_of_webhook').on(table.webhookId, table.createdAt),
  ],
)

/** Each try to deliver to a webhook, with its result. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** HTTP status of the answer; null where there was none. */
    status: smallint(),
    error: text(),
    tookMs: integer().notNull(),
    at: time().notNull(),
  },
  (table) => [index().on(table.webhookId, table.at)],
)

/** Actions of users on an alert, and their times: together they are its case. */
export const alertNotes = pgTable(
  'alert_notes',
  {
    id: id(),
    alertId: uuid()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    kind: text().$type<AlertNoteKind>().notNull(),
    /** Null once they are gone. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    ...byKey(),
    /** Assigned user; null when the assignment was removed. */
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Until when it is silent; null: no longer. */
    until: time(),
    text: text(),
    at: time().notNull(),
  },
  (table) => [index().on(table.alertId, table.at)],
)

export const comments = pgTable(
  'comments',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** A comment is about a trip or about a vessel; the vessel is known in both cases. */
    vesselId: uuid()
      .notNull()
      .references(() => vessels.id),
    /**
     * Trip that shows the comment today: the trip of that time if it was written under way, else the
     * successor of its trip.
     */
    tripId: uuid(),
    /** The trip it was written about, whatever became of that since. */
    aboutTripId: uuid(),
    isUnderWay: boolean().notNull().default(false),
    /** Null once the author was deleted. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    ...byKey(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.organizationId, table.createdAt),
    index().on(table.vesselId, table.createdAt),
    index().on(table.tripId),
  ],
)

/** Pictures that people attached to comments. */
export const images = pgTable(
  'images',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** User who uploaded it; until it is attached, only that user sees it. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    commentId: uuid().references(() => comments.id, { onDelete: 'cascade' }),
    serviceRecordId: uuid().references(() => serviceRecords.id, { onDelete: 'cascade' }),
    fileKey: text().notNull(),
    fileName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.commentId), index().on(table.serviceRecordId)],
)

export const geofences = pgTable(
  'geofences',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    name: text().notNull(),
    /** 'circle', 'polygon' or 'line'. */
    type: text().notNull(),
    coordinates: jsonb().$type<Position[]>().notNull(),
    radiusM: doublePrecision(),
    isHarbor: boolean().notNull().default(false),
    color: text().notNull().default('BLUE'),
    version: integer().notNull().default(1),
    modifiedAt: time().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId, table.departmentId)],
)

export const rules = pgTable(
  'rules',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    /** 'threshold' or 'geofence'. */
    type: text().notNull(),
    severity: text().notNull(),
    enabled: boolean().notNull().default(true),
    message: text(),
    definition: jsonb().$type<Rule['definition']>().notNull(),
    vessels: jsonb().$type<{ apply_to_all: boolean; ids: string[] }>().notNull(),
    notifications: jsonb().$type<RuleNotifications>().notNull(),
    version: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId, table.departmentId)],
)

export type RuleContent = Omit<
  typeof rules.$inferSelect,
  'id' | 'organizationId' | 'version' | 'createdBy' | 'createdAt'
>
/** The colour on the map has no effect on rules. */
export type GeofenceContent = Omit<
  typeof geofences.$inferSelect,
  'id' | 'organizationId' | 'color' | 'version' | 'modifiedAt' | 'createdAt'
>

/** Versioned kinds of rows, and the content of a version of each. */
export interface Versioned {
  rule: RuleContent
  geofence: GeofenceContent
  /** The department of a vessel, which decides which rules and fences apply. */
  vessel: { departmentId: string }
}

/**
 * Past states of rules, fences and departments of vessels, so that history is judged by the rules in force
 * then. Versions outlive their subject, so nothing refers to it.
 */
export const versions = pgTable(
  'versions',
  {
    kind: text().$type<keyof Versioned>().notNull(),
    subjectId: uuid().notNull(),
    version: integer().notNull(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    fromAt: time().notNull(),
    /** Null while it is in force. */
    untilAt: time(),
    content: jsonb().$type<Versioned[keyof Versioned]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId, table.version] }),
    uniqueIndex('versions_in_force').on(table.kind, table.subjectId).where(sql`${table.untilAt} is null`),
    index().on(table.organizationId, table.kind, table.untilAt),
  ],
)

/** Further departments of people and the role they have there; the primary one is on the user. */
export const memberships = pgTable(
  'memberships',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    roleId: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.departmentId] }), index().on(table.departmentId)],
)

/** Keys of the public API; the secret is kept as a hash. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    roleId: text().notNull(),
    name: text().notNull(),
    secretHash: text().notNull().unique(),
    firstDigits: text().notNull(),
    lastDigits: text().notNull(),
    lastUsedAt: time(),
    usedCreditsTotal: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId)],
)

/** Writes of API keys under a name of their own for each write, so that a repeated call is not done again. */
export const namedWrites = pgTable(
  'named_writes',
  {
    apiKeyId: uuid()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Hash of method, address and body. */
    callHash: text().notNull(),
    /** Answer as JSON, encrypted; null until then. */
    answer: text(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.name] }), index().on(table.createdAt)],
)

/** Files that people requested: raw data and statistics of trips and vessels. */
export const downloads = pgTable(
  'downloads',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** Requester: a user or a key. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    apiKeyId: uuid().references(() => apiKeys.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    request: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().$type<'waiting' | 'running' | 'done' | 'failed'>().notNull().default('waiting'),
    /** 0 to 1. */
    progress: doublePrecision().notNull().default(0),
    tokenHash: text().notNull().unique(),
    fileKey: text(),
    fileName: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: 'number' }),
    error: text(),
    createdAt: createdAt(),
    expiresAt: time().notNull(),
  },
  (table) => [
    index().on(table.userId, table.createdAt),
    index().on(table.apiKeyId, table.createdAt),
    index().on(table.expiresAt),
  ],
)

/** Archives that people ask for of whole fleets; the files lie in a folder of the data directory under these ids. */
export const fleetExports = pgTable(
  'exports',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    ...byKey(),
    kind: text().notNull(),
    format: text().notNull(),
    vesselId: uuid().references(() => vessels.id, { onDelete: 'cascade' }),
    departmentId: uuid().references(() => departments.id, { onDelete: 'set null' }),
    /** Departments whose vessels are in it; null means the whole organization. */
    departmentIds: uuid().array(),
    fromUs: bigint({ mode: 'number' }).notNull(),
    toUs: bigint({ mode: 'number' }).notNull(),
    /** Language of the texts. */
    language: text().notNull().default('en'),
    state: text().$type<'waiting' | 'running' | 'done' | 'failed'>().notNull().default('waiting'),
    /** 0 to 1. */
    progress: doublePrecision().notNull().default(0),
    rows: bigint({ mode: 'number' }).notNull().default(0),
    fileName: text().notNull(),
    bytes: bigint({ mode: 'number' }),
    error: text(),
    /** True when a person requested the export and a key has paid for fetching it. */
    paidByKey: boolean().notNull().default(false),
    /** True when the requester wants a mail once the export is ready. */
    mailWhenReady: boolean().notNull().default(false),
    ...claimed(),
    createdAt: createdAt(),
    endedAt: time(),
    expiresAt: time(),
  },
  (table) => [index().on(table.organizationId, table.createdAt), index().on(table.state, table.createdAt)],
)

/** Reports that are sent by mail by themselves, of a department with all below it. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    period: text().$type<ReportPeriod>().notNull(),
    /** Recipients, as far as they may see the report when it leaves. */
    userIds: uuid().array().notNull(),
    enabled: boolean().notNull().default(true),
    /** When the newest period that is over is due. */
    nextAt: time().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.organizationId),
    index('report_schedules_due').on(table.nextAt).where(sql`${table.enabled}`),
  ],
)

/** One report for one person, waiting or sent, with its result. It outlives its schedule. */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    scheduleId: uuid().references(() => reportSchedules.id, { onDelete: 'set null' }),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** As they were when it was queued. */
    scheduleName: text().notNull(),
    userName: text().notNull(),
    email: text().notNull(),
    period: text().$type<ReportPeriod>().notNull(),
    /** Days of this zone's calendar, since 1970, both included. */
    timeZone: text().notNull(),
    fromDay: integer().notNull(),
    untilDay: integer().notNull(),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Time of the next try; during a try, the time from which another process may try. */
    nextAt: time().notNull(),
    lastError: text(),
    /** Start of the present try; it stays set when the report is taken again after an unfinished try. */
    tryingSince: time(),
    /** True when an unfinished try was repeated, so that the report may have arrived twice. */
    maybeTwice: boolean().notNull().default(false),
    ...claimed(),
    sentAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('report_deliveries_once').on(table.scheduleId, table.userId, table.fromDay, table.period),
    index('report_deliveries_due').on(table.nextAt).where(sql`${table.state} in ('waiting', 'failed')`),
    index('report_deliveries_of_organization').on(table.organizationId, table.createdAt),
  ],
)

/**
 * Every administrative act. Names of actor and subject are stored as they were, because either may be deleted
 * later.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The organization concerned; no reference, because the line outlives the organization. */
    organizationId: uuid().notNull(),
    at: time().notNull().defaultNow(),
    /** 'user', 'api-key' or 'system'; `userId` or `apiKeyId` is the actor. */
    actorType: text().notNull().default('user'),
    userId: uuid(),
    apiKeyId: uuid(),
    /** Name of the actor at that time. */
    userName: text().notNull(),
    /** Act as `noun.verb`: 'user.create'. */
    act: text().notNull(),
    subjectId: text(),
    subjectName: text(),
    /** The address the call came from. */
    ip: text().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [index().on(table.organizationId, table.at)],
)

/** Small facts about the installation itself, such as how far demo history has come. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
})

/**
 * Progress of each processing step with stored data, by its wall clock. Vessel 0 stands for all others, a
 * negative number for all others of the partition −1 − number.
 */
export const processingProgress = pgTable(
  'processing_progress',
  {
    step: text().notNull(),
    vesselNumber: integer().notNull(),
    upToMs: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.step, table.vesselNumber] })],
)

/**
 * Leases: work that one process at a time does, its holder, and the expiry by the clock of the database. The
 * fence grows with each holder and has an index of its own. So locking a row `for key share` keeps others
 * from taking over, but lets its holder renew. `session` is the number of the database session that renewed it last,
 * which ends with its process; see `isOver`.
 */
export const leases = pgTable(
  'leases',
  {
    name: text().primaryKey(),
    holder: text().notNull(),
    fence: bigint({ mode: 'number' }).notNull(),
    expiresAt: time().notNull(),
    session: integer(),
  },
  (table) => [unique().on(table.name, table.fence)],
)

/**
 * The process that computes for the vessels of each partition, by the name of the process's lease; null without a
 * process. A process loses all partitions with the row of its lease.
 */
export const partitions = pgTable('partitions', {
  part: integer('partition').primaryKey(),
  holder: text().references(() => leases.name, { onDelete: 'set null' }),
})

/** When an organization last had its turn of a queue of jobs; see `claimsOf`. */
export const jobTurns = pgTable(
  'job_turns',
  {
    queue: text().notNull(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** To the µs, so that two turns differ. */
    takenAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.queue, table.organizationId] })],
)

/** Recipients whose messages a process sends, while it does; see `claimRecipient`. */
export const recipientClaims = pgTable(
  'recipient_claims',
  {
    channel: text().$type<Channel>().notNull(),
    /** A user or a webhook. */
    recipientId: uuid().notNull(),
    claim: uuid().notNull(),
    claimedUntil: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.recipientId] })],
)

/** Failed sign-ins and requested codes per address and source, for limits on the server. */
export const attempts = pgTable(
  'attempts',
  {
    subject: text().notNull(),
    at: time().notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.id] })],
)

/**
 * Calls to endpoints that need no token, per route and address. Unlogged, as the streams are: of no worth after a crash, so no
 * call waits for the disk.
 */
export const callCounts = pgTable('call_counts', {
  subject: text().primaryKey(),
  calls: integer().notNull(),
  endsAt: time().notNull(),
})

/** Open streams of programs, for as long as their process reports them. */
export const openStreams = pgTable('open_streams', {
  id: uuid().primaryKey(),
  organizationId: uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  until: time().notNull(),
})

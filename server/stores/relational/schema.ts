/**
 * The rows of the product, one table per noun. The same schema and migrations serve PGlite and PostgreSQL 15.
 * Speeds are m/s, distances metres, durations seconds, times with time zone; the wire's units are made at the border.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const id = () => uuid().primaryKey().defaultRandom()
const time = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => time().notNull().defaultNow()

export const companies = pgTable('companies', {
  id: id(),
  name: text().notNull(),
  departmentsFeature: boolean().notNull().default(true),
  routeGuidanceFeature: boolean().notNull().default(false),
  hasComfortSpeed: boolean().notNull().default(false),
  forceCaptainLogin: boolean().notNull().default(false),
  createdAt: createdAt(),
})

export const departments = pgTable(
  'departments',
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    /** Null for the one top-level department, which stands for the organization. */
    parentId: uuid(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.companyId),
    uniqueIndex('departments_one_top').on(table.companyId).where(sql`${table.parentId} is null`),
  ],
)

/** People. The identity engine holds credentials; `identityId` is its user. */
export const users = pgTable(
  'users',
  {
    id: id(),
    identityId: text().notNull().unique(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    roleId: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phoneNumber: text(),
    pictureFile: text(),
    lastLoginAt: time(),
    alertsReadAt: time(),
    announcementsReadAt: time(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`), index().on(table.companyId)],
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
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.companyId)],
)

export const vessels = pgTable(
  'vessels',
  {
    id: id(),
    /** Names the vessel in the column store, where a small integer matters. */
    number: integer().generatedAlwaysAsIdentity().unique(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    departmentId: uuid()
      .notNull()
      .references(() => departments.id),
    name: text().notNull(),
    kind: text().notNull().default('motor'),
    pictureFile: text(),
    captainId: uuid().references(() => captains.id),
    lengthM: doublePrecision(),
    beamM: doublePrecision(),
    topSpeedMps: doublePrecision(),
    impactLimitG: doublePrecision().notNull().default(3),
    safetySpeedLimitMps: doublePrecision(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.companyId, table.departmentId)],
)

/** What speaks for a vessel. Unpaired while vesselId is null; secret and pairing code are kept as hashes. */
export const devices = pgTable('devices', {
  id: text().primaryKey(),
  secretHash: text().notNull(),
  vesselId: uuid()
    .unique()
    .references(() => vessels.id),
  pairedAt: time(),
  /** What a person types to say which vessel the device is on; good once, for a day. */
  pairingCodeHash: text().unique('devices_pairing_code'),
  pairingCodeExpiresAt: time(),
  createdAt: createdAt(),
})

/** What the gateway refused or set aside. */
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
  (table) => [index().on(table.vesselId, table.receivedAt), index().on(table.receivedAt)],
)

/** The newest of everything a vessel has said, in stored units; one row a vessel, replaced as it moves. */
export const vesselStates = pgTable('vessel_states', {
  vesselId: uuid()
    .primaryKey()
    .references(() => vessels.id, { onDelete: 'cascade' }),
  lastUpdatedUs: bigint({ mode: 'number' }),
  fixUs: bigint({ mode: 'number' }),
  latitudeDeg: doublePrecision(),
  longitudeDeg: doublePrecision(),
  /** Latest value and its time by field name: { sog: [timeUs, value], impact: … }. */
  latest: jsonb().$type<Record<string, [timeUs: number, value: number]>>().notNull().default({}),
})

export const trips = pgTable(
  'trips',
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
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
    /** Statistics that later analysis adds, by their name on the wire. */
    stats: jsonb().$type<Record<string, number | null>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.companyId, table.startUs),
    index().on(table.vesselId, table.startUs),
    index('trips_open').on(table.vesselId).where(sql`${table.endUs} is null`),
    check('trips_ends_after_start', sql`${table.endUs} is null or ${table.endUs} >= ${table.startUs}`),
  ],
)

/** Ids of trips that were merged away, so that old links still open. */
export const tripAliases = pgTable('trip_aliases', {
  id: uuid().primaryKey(),
  tripId: uuid()
    .notNull()
    .references(() => trips.id, { onDelete: 'cascade' }),
})

/** Small facts about the installation itself, such as how far demo history has come. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
})

/** Failed sign-ins and requested codes per address and source, for limits that hold on the server. */
export const attempts = pgTable(
  'attempts',
  {
    subject: text().notNull(),
    at: time().notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.id] })],
)

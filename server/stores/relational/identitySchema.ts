/** The tables of the identity engine, by its own names for them: credentials, sessions and signing keys. */
import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => time().notNull().defaultNow()
const updatedAt = () =>
  time()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())

export const identityUsers = pgTable('identity_users', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  twoFactorEnabled: boolean().notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

const userId = () =>
  text()
    .notNull()
    .references(() => identityUsers.id, { onDelete: 'cascade' })

export const identitySessions = pgTable(
  'identity_sessions',
  {
    id: text().primaryKey(),
    userId: userId(),
    token: text().notNull().unique(),
    expiresAt: time().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId)],
)

export const identityAccounts = pgTable(
  'identity_accounts',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: userId(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: time(),
    refreshTokenExpiresAt: time(),
    scope: text(),
    /** Salted scrypt hash. */
    password: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId)],
)

/** Values that are good for one use within a time, such as links of password mails. */
export const identityVerifications = pgTable(
  'identity_verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: time().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.identifier)],
)

/** Secret shared with an authenticator app, and codes for when the app is lost; both are encrypted. */
export const identityTwoFactors = pgTable('identity_two_factors', {
  id: text().primaryKey(),
  userId: userId().unique(),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  /** False until the app has shown its first right code. */
  verified: boolean().notNull().default(false),
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: time(),
})

/** Keys that sign access tokens; the private half is encrypted. */
export const identityKeys = pgTable('identity_keys', {
  id: text().primaryKey(),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
  alg: text(),
  crv: text(),
  createdAt: createdAt(),
  expiresAt: time(),
})

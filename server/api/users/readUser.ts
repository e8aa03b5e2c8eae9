import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { FirstSteps, User } from '#contract/wire/user.ts'
import type { UserCaller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import type { Clock } from '#server/platform/clock.ts'
import { countNewAlerts } from '#server/records/alerts.ts'
import { readFirstSteps } from '#server/records/firstSteps.ts'
import { subscribed } from '#server/records/recipients.ts'
import { findUser } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { toOrganization } from '../organization/toOrganization.ts'
import { countNewAnnouncements } from './countNewAnnouncements.ts'
import { permissionStrings } from './permissionStrings.ts'
import { toListedUser } from './toListedUser.ts'

/** Data of the signed-in user for the console. */
export async function readUser({
  db,
  caller,
  clock,
  supportEmail,
  websiteUrl,
  documentationUrl,
}: {
  db: Db
  caller: UserCaller
  clock: Clock
  supportEmail: string | null
  websiteUrl: string | null
  documentationUrl: string | null
}): Promise<User> {
  const row = await findUser(db, caller.userId)
  if (!row) throw new Problem('not_authenticated')
  const { user, organization } = row
  const {
    last_login: _login,
    created_at: _created,
    pairing_locked_until: _locked,
    ...listed
  } = toListedUser(row, null)
  const alerts = reachOf('department:alert-view', caller)
  const alertsSince = user.alertsReadAt ?? user.createdAt
  return {
    ...listed,
    company: toOrganization(organization),
    support_email: supportEmail ?? organization.contact,
    website_url: websiteUrl,
    documentation_url: documentationUrl,
    permissions: permissionStrings(caller),
    unread_messages: {
      alert_count: alerts ? await countNewAlerts(db, alerts, alertsSince) : 0,
      announcement_count: countNewAnnouncements(user.announcementsReadAt ?? user.createdAt, clock.nowMs()),
    },
    first_steps: await firstSteps(db, caller, user.firstStepsDismissedAt),
    subscribed_notifications: subscribed(user.subscribedNotifications),
    units: user.units ?? WIRE_UNITS,
    needs_second_factor: caller.needsSecondFactor,
    message_language: user.language ?? 'en',
  }
}

async function firstSteps(db: Db, caller: UserCaller, dismissedAt: Date | null): Promise<FirstSteps | null> {
  if (dismissedAt || !reachOf('department:vessel-create', caller)) return null
  const steps = await readFirstSteps(db, caller.organizationId)
  return Object.values(steps).every(Boolean) ? null : steps
}

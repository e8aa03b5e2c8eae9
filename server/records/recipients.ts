/** Users who may get notifications of alerts, and their channels. */
import { eq, inArray } from 'drizzle-orm'
import { type Permission, type RoleId, roleMay, seesWholeOrganization } from '#contract/domain/permissions.ts'
import type { SubscribedNotifications } from '#contract/wire/user.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { departments, pushSubscriptions, users } from '#server/stores/relational/schema.ts'
import { membershipsOf } from './memberships.ts'
import { branchOf } from './scope.ts'

type UserRow = typeof users.$inferSelect

export interface Recipient {
  user: UserRow
  /** Departments they are in, the primary one first. */
  departmentIds: string[]
  hasBrowser: boolean
  /** True when one of the user's roles grants the permission in this department. */
  may(permission: Permission, departmentId: string): boolean
  /** Whether they may see alerts of vessels in this department. */
  sees(departmentId: string): boolean
}

export interface People {
  recipients: Recipient[]
  /** A department and all below it. */
  branch(departmentId: string): string[]
}

/** All people of an organization, with what they see by their present roles and departments. */
export async function peopleOf(db: Tx, organizationId: string): Promise<People> {
  const [rows, places] = [
    await db.select().from(users).where(eq(users.organizationId, organizationId)),
    await db.select().from(departments).where(eq(departments.organizationId, organizationId)),
  ]
  const ids = rows.map(({ id }) => id)
  const further = Map.groupBy(await membershipsOf(db, ids), ({ userId }) => userId)
  const browsers =
    ids.length === 0
      ? []
      : await db
          .select({ userId: pushSubscriptions.userId })
          .from(pushSubscriptions)
          .where(inArray(pushSubscriptions.userId, ids))
  const withBrowser = new Set(browsers.map(({ userId }) => userId))
  const branches = new Map<string, string[]>()
  const branch = (id: string) => {
    const known = branches.get(id) ?? branchOf(places, id)
    branches.set(id, known)
    return known
  }
  const recipients = rows.map((user) => {
    const others = user.superRoleId === null ? (further.get(user.id) ?? []) : []
    const own = [
      { departmentId: user.departmentId, roleId: user.roleId as RoleId },
      ...others.map(({ department, roleId }) => ({ departmentId: department.id, roleId })),
    ]
    const may: Recipient['may'] = (permission, id) =>
      own.some(
        ({ roleId, departmentId }) =>
          roleMay(roleId, permission) && (seesWholeOrganization(roleId) || branch(departmentId).includes(id)),
      )
    return {
      user,
      departmentIds: own.map(({ departmentId }) => departmentId),
      hasBrowser: withBrowser.has(user.id),
      may,
      sees: (id: string) => may('department:alert-view', id),
    }
  })
  return { recipients, branch }
}

type PersonalChannel = 'email' | 'sms' | 'push'

/** The two switches of each channel below its master switch. */
const SWITCHES = {
  email: { master: 'email_notifications', rule: 'rule_alert_email', external: 'n2k_flag_email' },
  sms: { master: 'sms_notifications', rule: 'rule_alert_sms', external: 'n2k_flag_sms' },
  push: {
    master: 'push_notifications',
    rule: 'rule_alert_push_notifications',
    external: 'n2k_flag_push_notifications',
  },
} as const satisfies Record<PersonalChannel, Record<string, keyof SubscribedNotifications>>

/**
 * Notifications that a user accepts. A user who never chose gets those that rules send, and none of the boats' own
 * alerts. There may be many of those, and no user decided on their recipients.
 */
export function subscribed(chosen: Record<string, boolean>): SubscribedNotifications {
  const of = (channel: PersonalChannel) => {
    const { master, rule, external } = SWITCHES[channel]
    const isOff = chosen[master] === false
    const byRule = !isOff && (chosen[rule] ?? true)
    const byBoat = !isOff && (chosen[external] ?? false)
    return { [master]: byRule || byBoat, [rule]: byRule, [external]: byBoat }
  }
  return { ...of('push'), ...of('email'), ...of('sms') } as SubscribedNotifications
}

/** True when a person wants messages of this kind by this way, and can be reached by it. */
export function takes(
  { user, hasBrowser }: Recipient,
  channel: PersonalChannel,
  isExternal: boolean,
): boolean {
  const { rule, external } = SWITCHES[channel]
  if (!subscribed(user.subscribedNotifications)[isExternal ? external : rule]) return false
  if (channel === 'sms') return Boolean(user.phoneNumber)
  return channel === 'push' ? hasBrowser : true
}

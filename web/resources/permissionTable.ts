import { PERMISSIONS_OF, type Permission, type RoleId } from '#contract/domain/permissions.ts'

/** Roles that an organization assigns to its users. */
export const EXPLAINED_ROLES = [
  'organization-admin',
  'organization-viewer',
  'department-admin',
  'department-viewer',
] as const satisfies readonly RoleId[]

const NOUNS = [
  'alert',
  'api-key',
  'audit',
  'captain',
  'comment',
  'company',
  'department',
  'geofence',
  'maintenance',
  'rule',
  'trip-comment',
  'trip',
  'user',
  'vessel',
] as const
const VERBS = [
  ...(['view', 'create', 'edit', 'delete'] as const),
  ...(['pair-device', 'assign-captain', 'acknowledge', 'delete-own', 'delete-any'] as const),
] as const

/** Keys of the words in `permission.noun` and `permission.verb`. */
export interface PermissionRow {
  noun: (typeof NOUNS)[number]
  verb: (typeof VERBS)[number]
  /** True for each role that has the permission, in the order of EXPLAINED_ROLES. */
  may: readonly boolean[]
}

/** Permission table that the server enforces; a new permission shows here automatically. */
export function permissionTable(): readonly PermissionRow[] {
  const rows = new Map<string, PermissionRow>()
  const all = new Set(Object.values(PERMISSIONS_OF).flat())
  for (const permission of all) {
    const { noun, verb } = inWords(permission)
    const may = EXPLAINED_ROLES.map((role) => PERMISSIONS_OF[role].includes(permission))
    const key = `${noun} ${verb}`
    const same = rows.get(key)?.may
    // Viewing all vessels and viewing one vessel share one line.
    rows.set(key, { noun, verb, may: same ? may.map((one, index) => one || same[index] === true) : may })
  }
  return [...rows.values()]
}

/** `vessel:trip-assign-captain` is about a `trip`, and the action is `assign-captain`. */
function inWords(permission: Permission): Pick<PermissionRow, 'noun' | 'verb'> {
  const [, name = ''] = permission.split(':')
  const noun = NOUNS.find((one) => name.startsWith(`${one}-`))
  const verb = VERBS.find((one) => name === `${noun}-${one}`)
  if (!noun || !verb) throw new Error(`${permission} has no words`)
  return { noun, verb }
}

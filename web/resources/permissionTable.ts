import { PERMISSIONS_OF, type Permission, type RoleId } from '#contract/domain/permissions.ts'

/** The roles that an organization gives to its own people. */
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

/** Their words are in `permission.noun` and `permission.verb`. */
export interface PermissionRow {
  noun: (typeof NOUNS)[number]
  verb: (typeof VERBS)[number]
  /** True for each role that has the permission, in the order of EXPLAINED_ROLES. */
  may: readonly boolean[]
}

/** The permission table as the server applies it; a permission that is added there shows here by itself. */
export function permissionTable(): readonly PermissionRow[] {
  const rows = new Map<string, PermissionRow>()
  const all = new Set(Object.values(PERMISSIONS_OF).flat())
  for (const permission of all) {
    const { noun, verb } = inWords(permission)
    const may = EXPLAINED_ROLES.map((role) => PERMISSIONS_OF[role].includes(permission))
    const key = `${noun} ${verb}`
    const same = rows.get(key)?.may
    // To view vessels and to view one vessel is one line to a reader.
    rows.set(key, { noun, verb, may: same ? may.map((one, index) => one || same[index] === true) : may })
  }
  return [...rows.values()]
}

/** `vessel:trip-assign-captain` is about a `trip`, to `assign-captain`. */
function inWords(permission: Permission): Pick<PermissionRow, 'noun' | 'verb'> {
  const [, name = ''] = permission.split(':')
  const noun = NOUNS.find((one) => name.startsWith(`${one}-`))
  const verb = VERBS.find((one) => name === `${noun}-${one}`)
  if (!noun || !verb) throw new Error(`${permission} has no words`)
  return { noun, verb }
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Records, Tx } from '#server/stores/relational/openRecords.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { insertDepartment } from './departments.ts'
import { deleteGeofence, findGeofence, insertGeofence, updateGeofence } from './geofences.ts'
import { insertOrganization } from './organizations.ts'
import { deleteRulesOf, insertRule, updateRule } from './rules.ts'
import { beginVersion, versionsWithin } from './versions.ts'
import { deleteVessel, insertVessel, updateVessel } from './vessels.ts'

const ALWAYS = { fromMs: 0, toMs: Date.UTC(2200, 0) }
let records: Records
let organizationId: string
let departmentId: string

beforeAll(async () => {
  records = await testRecords()
  ;({ organizationId, departmentId } = await write((tx) => insertOrganization(tx, { name: 'Fleet' })))
})
afterAll(() => records.close())

const write = <T>(work: (tx: Tx) => Promise<T>) => records.db.transaction(work)
const circle = () => ({
  ...{ organizationId, departmentId, name: 'Old harbour', type: 'circle', radiusM: 100 },
  coordinates: [{ latitudeDeg: 64, longitudeDeg: -22 }],
})
const scope = () => ({ organizationId, departmentIds: null })

async function kept<K extends 'rule' | 'geofence' | 'vessel'>(kind: K, id: string) {
  const all = await versionsWithin(records.db, kind, organizationId, ALWAYS)
  return all.filter(({ subjectId }) => subjectId === id)
}

async function changeFence(id: string, change: Parameters<typeof updateGeofence>[2]) {
  const found = await findGeofence(records.db, scope(), id)
  if (!found) throw new Error('the geofence is gone')
  expect(await write((tx) => updateGeofence(tx, found.geofence, change))).toBe(true)
}

test('keeps each version of a geofence before an edit, and the last one when it is deleted', async () => {
  const id = await write((tx) => insertGeofence(tx, circle()))
  await changeFence(id, { radiusM: 250 })
  await changeFence(id, { coordinates: [{ latitudeDeg: 65, longitudeDeg: -22 }] })
  expect((await kept('geofence', id)).at(-1)?.untilMs).toBeNull()
  await write((tx) => deleteGeofence(tx, id))
  const all = await kept('geofence', id)
  expect(
    all.map(({ version, content }) => [version, content.radiusM, content.coordinates[0]?.latitudeDeg]),
  ).toEqual([
    [1, 100, 64],
    [2, 250, 64],
    [3, 250, 65],
  ])
  const [first, second, third] = all
  expect([first?.untilMs, second?.untilMs]).toEqual([second?.fromMs, third?.fromMs])
  expect(third?.untilMs).toEqual(expect.any(Number))
})

test('begins no version for an edit without effect on rules', async () => {
  const id = await write((tx) => insertGeofence(tx, circle()))
  await changeFence(id, { color: 'RED' })
  expect(await kept('geofence', id)).toMatchObject([{ version: 1, untilMs: null }])
})

test('keeps versions of a rule, and refuses an edit of a version that is past', async () => {
  const geofenceId = await write((tx) => insertGeofence(tx, circle()))
  const definition = { geofences: { ids: [geofenceId] }, trigger_on: 'cross' as const }
  const nobody = { enabled: false, apply_to_all: false, user_ids: [] }
  const id = await write((tx) =>
    insertRule(tx, {
      ...{ organizationId, departmentId, type: 'geofence', severity: 'info', definition },
      vessels: { apply_to_all: true, ids: [] },
      notifications: {
        ...{ push_notifications: nobody, email: nobody, sms: nobody, console: { enabled: true } },
        helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
      },
    }),
  )
  const edit = (version: number) => write((tx) => updateRule(tx, { id, version }, { enabled: false }))
  expect([await edit(1), await edit(1)]).toEqual([true, false])
  expect(await kept('rule', id)).toMatchObject([
    { version: 1, content: { enabled: true, definition } },
    { version: 2, content: { enabled: false, definition }, untilMs: null },
  ])
  await write((tx) => deleteRulesOf(tx, scope(), geofenceId, [id]))
  expect((await kept('rule', id)).at(-1)?.untilMs).toEqual(expect.any(Number))
})

test('returns the department of a vessel at any time, the first one before its first version', async () => {
  const other = await write((tx) =>
    insertDepartment(tx, { organizationId, parentId: departmentId, name: 'Ribs' }),
  )
  const id = await write((tx) => insertVessel(tx, { organizationId, departmentId, name: 'Ægir' }))
  await write((tx) => updateVessel(tx, id, { name: 'Ægir II', departmentId }))
  await write((tx) => updateVessel(tx, id, { departmentId: other }))
  const [before, after] = await kept('vessel', id)
  expect(before).toMatchObject({ fromMs: 0, content: { departmentId }, untilMs: after?.fromMs })
  expect(after).toMatchObject({ content: { departmentId: other }, untilMs: null })
  await write((tx) => deleteVessel(tx, id, new Date()))
  expect((await kept('vessel', id)).at(-1)?.untilMs).toEqual(expect.any(Number))
})

test('begins no version before the one it follows, whatever the clocks say', async () => {
  const id = await write((tx) => insertVessel(tx, { organizationId, departmentId, name: 'Rán' }))
  const begin = (content: { departmentId: string }, at: string) =>
    write((tx) => beginVersion(tx, 'vessel', { subjectId: id, organizationId, content }, new Date(at)))
  await begin({ departmentId: 'b' }, '2026-06-02T00:00:00Z')
  await begin({ departmentId: 'c' }, '2026-06-01T00:00:00Z')
  const [, second, third] = await kept('vessel', id)
  expect([second?.untilMs, third?.fromMs]).toEqual([second?.fromMs, second?.fromMs])
})

test('returns only versions that were in force within the interval', async () => {
  const id = await write((tx) => insertVessel(tx, { organizationId, departmentId, name: 'Njörður' }))
  const begin = (content: { departmentId: string }, ms: number) =>
    write((tx) => beginVersion(tx, 'vessel', { subjectId: id, organizationId, content }, new Date(ms)))
  await begin({ departmentId: 'b' }, 1000)
  await begin({ departmentId: 'c' }, 2000)
  const within = async (fromMs: number, toMs: number) =>
    (await versionsWithin(records.db, 'vessel', organizationId, { fromMs, toMs }))
      .filter(({ subjectId }) => subjectId === id)
      .map(({ version }) => version)
  expect(await within(0, 999)).toEqual([1])
  expect(await within(999, 1000)).toEqual([1, 2])
  expect(await within(1000, 1999)).toEqual([2])
  expect(await within(5000, 6000)).toEqual([3])
})

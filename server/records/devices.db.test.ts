import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { organizations, vessels } from '#server/stores/relational/schema.ts'
import { testRecords } from '#server/testing/testStores.ts'
import {
  createDevice,
  findDevices,
  issuePairingCode,
  newSecret,
  revokeDevice,
  secretMatches,
} from './devices.ts'
import { insertOrganization } from './organizations.ts'
import { beginPairing, endPairing, pairByCode } from './pairings.ts'

const NOW_MS = Date.UTC(2026, 5, 1)
let records: Records
let departmentId: string
let organizationId: string

beforeAll(async () => {
  records = await testRecords()
  const owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  organizationId = owner.organizationId
  departmentId = owner.departmentId
})
afterAll(() => records.close())

async function newVessel(owner = { organizationId, departmentId }): Promise<string> {
  const [vessel] = await records.db
    .insert(vessels)
    .values({ ...owner, name: 'Ægir' })
    .returning()
  return vessel?.id ?? ''
}

async function newCode() {
  const { id } = await createDevice(records.db, {})
  return { id, ...(await issuePairingCode(records.db, id, NOW_MS)) }
}

const pairDevice = (
  db: Records['db'],
  { nowMs, ...given }: { code: string; vesselId: string; nowMs: number },
) =>
  db.transaction(async (tx) => (await pairByCode(tx, { ...given, now: new Date(nowMs) }))?.deviceId ?? null)
const vesselOf = async (id: string) => (await findDevices(records.db, [id]))[0]?.vessel?.id

test('makes no secret that begins with a dash', () => {
  const secrets = Array.from({ length: 1000 }, () => newSecret().secret)
  expect(secrets.filter((secret) => secret.startsWith('-'))).toEqual([])
})

test('stores no secret, only its hash', async () => {
  const { id, secret } = await createDevice(records.db, {})
  const [device] = await findDevices(records.db, [id])
  if (!device) throw new Error('the device is not there')
  expect(JSON.stringify(device)).not.toContain(secret)
  expect(secretMatches(device, secret)).toBe(true)
  expect(secretMatches(device, `${secret}x`)).toBe(false)
  expect(secretMatches(device, '')).toBe(false)
})

test('gives no second device the id of the first', async () => {
  const { id } = await createDevice(records.db, {})
  await expect(createDevice(records.db, { id })).rejects.toMatchObject({ code: 'conflict' })
})

describe('a pairing code', () => {
  test('pairs a device by its code once, however the code is typed', async () => {
    const { id, code } = await newCode()
    const [first, second] = [await newVessel(), await newVessel()]
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4).replaceAll('0', 'O').replaceAll('1', 'l')}`
    expect(await pairDevice(records.db, { code: typed, vesselId: first, nowMs: NOW_MS })).toBe(id)
    expect(await pairDevice(records.db, { code, vesselId: second, nowMs: NOW_MS })).toBeNull()
    expect(await vesselOf(id)).toBe(first)
  })

  test('makes codes of eight characters, and pairs no device that is revoked or on a vessel', async () => {
    const { id, code } = await newCode()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    const vesselId = await newVessel()
    await records.db.transaction((tx) => beginPairing(tx, { deviceId: id, vesselId, now: new Date(NOW_MS) }))
    expect(await pairDevice(records.db, { code, vesselId: await newVessel(), nowMs: NOW_MS })).toBeNull()
    const revoked = await newCode()
    await records.db.transaction((tx) => revokeDevice(tx, revoked.id, new Date(NOW_MS)))
    expect(
      await pairDevice(records.db, { code: revoked.code, vesselId: await newVessel(), nowMs: NOW_MS }),
    ).toBeNull()
    expect(await findDevices(records.db, [revoked.id])).toEqual([])
  })

  test('refuses a code after a day, or when there is a newer one', async () => {
    const { id, code } = await newCode()
    const vesselId = await newVessel()
    expect(await pairDevice(records.db, { code, vesselId, nowMs: NOW_MS + DAY_MS })).toBeNull()
    await issuePairingCode(records.db, id, NOW_MS)
    expect(await pairDevice(records.db, { code, vesselId, nowMs: NOW_MS })).toBeNull()
    expect(await pairDevice(records.db, { code: '', vesselId, nowMs: NOW_MS })).toBeNull()
  })

  test('pairs one of many vessels that use a code at once', async () => {
    const { id, code } = await newCode()
    const rivals = await Promise.all(Array.from({ length: 20 }, () => newVessel()))
    const won = await Promise.all(
      rivals.map((vesselId) => pairDevice(records.db, { code, vesselId, nowMs: NOW_MS })),
    )
    expect(won.filter((winner) => winner === id)).toHaveLength(1)
    expect(await vesselOf(id)).toBe(rivals[won.indexOf(id)])
  })
})

describe('the time of a device', () => {
  const at = (ms: number) => new Date(NOW_MS + ms)
  const move = (deviceId: string, vesselId: string, now: Date) =>
    records.db.transaction((tx) => beginPairing(tx, { deviceId, vesselId, now }))

  test('assigns a time to the vessel of the device then, and to the first vessel before', async () => {
    const [first, second] = [await newVessel(), await newVessel()]
    const { id } = await createDevice(records.db, { vesselId: first, now: at(0) })
    expect(await records.db.transaction((tx) => endPairing(tx, first, at(1000)))).toBe(id)
    expect((await findDevices(records.db, [id]))[0]?.vessel).toBeNull()
    await move(id, second, at(5000))
    const [device] = await findDevices(records.db, [id])
    expect(device?.vessel?.id).toBe(second)
    expect(device?.spans).toMatchObject([
      { vessel: { id: first }, fromUs: Number.NEGATIVE_INFINITY, untilUs: (NOW_MS + 1000) * 1000 },
      { vessel: { id: second }, fromUs: (NOW_MS + 5000) * 1000, untilUs: Number.POSITIVE_INFINITY },
    ])
    await expect(move(id, await newVessel(), at(6000))).rejects.toMatchObject({ code: 'conflict' })
    await expect(move((await newCode()).id, second, at(6000))).rejects.toMatchObject({
      code: 'VESSEL_HAS_DEVICE',
    })
  })

  test('assigns no vessel of another organization', async () => {
    const [organization] = await records.db.insert(organizations).values({ name: 'Elsewhere' }).returning()
    const owner = { organizationId: organization?.id ?? '', departmentId }
    const [home, elsewhere] = [await newVessel(), await newVessel(owner)]
    const { id } = await createDevice(records.db, { vesselId: home, now: at(0) })
    await records.db.transaction((tx) => endPairing(tx, home, at(1000)))
    await move(id, elsewhere, at(1000))
    const [device] = await findDevices(records.db, [id])
    expect(device?.spans.map(({ vessel }) => vessel?.id ?? null)).toEqual([null, elsewhere])
  })
})

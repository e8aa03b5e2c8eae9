import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { companies, departments, vessels } from '#server/stores/relational/schema.ts'
import { testRecords } from '#server/stores/testStores.ts'
import { createDevice, findDevices, issuePairingCode, pairDevice, secretMatches } from './devices.ts'

const NOW_MS = Date.UTC(2026, 5, 1)
const DAY_MS = 86_400_000
let records: Records
let departmentId: string
let companyId: string

beforeAll(async () => {
  records = await testRecords()
  const [company] = await records.db.insert(companies).values({ name: 'Fleet' }).returning()
  companyId = company?.id ?? ''
  const [department] = await records.db.insert(departments).values({ companyId, name: 'Fleet' }).returning()
  departmentId = department?.id ?? ''
})
afterAll(() => records.close())

async function newVessel(): Promise<string> {
  const [vessel] = await records.db
    .insert(vessels)
    .values({ companyId, departmentId, name: 'Ægir' })
    .returning()
  return vessel?.id ?? ''
}

async function newCode() {
  const { id } = await createDevice(records.db, {})
  return { id, ...(await issuePairingCode(records.db, id, NOW_MS)) }
}

const vesselOf = async (id: string) => (await findDevices(records.db, [id]))[0]?.vessel?.id

test('keeps no secret, only what recognises it', async () => {
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
  test('pairs its device once, however it is typed', async () => {
    const { id, code } = await newCode()
    const [first, second] = [await newVessel(), await newVessel()]
    const typed = ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5).replaceAll('0', 'O').replaceAll('1', 'l')}`
    expect(await pairDevice(records.db, { code: typed, vesselId: first, nowMs: NOW_MS })).toBe(id)
    expect(await pairDevice(records.db, { code, vesselId: second, nowMs: NOW_MS })).toBeNull()
    expect(await vesselOf(id)).toBe(first)
  })

  test('is worth nothing after a day, or when there is a newer one', async () => {
    const { id, code } = await newCode()
    const vesselId = await newVessel()
    expect(await pairDevice(records.db, { code, vesselId, nowMs: NOW_MS + DAY_MS })).toBeNull()
    await issuePairingCode(records.db, id, NOW_MS)
    expect(await pairDevice(records.db, { code, vesselId, nowMs: NOW_MS })).toBeNull()
    expect(await pairDevice(records.db, { code: '', vesselId, nowMs: NOW_MS })).toBeNull()
  })

  test('has one winner when many try it at once', async () => {
    const { id, code } = await newCode()
    const rivals = await Promise.all(Array.from({ length: 20 }, newVessel))
    const won = await Promise.all(
      rivals.map((vesselId) => pairDevice(records.db, { code, vesselId, nowMs: NOW_MS })),
    )
    expect(won.filter((winner) => winner === id)).toHaveLength(1)
    expect(await vesselOf(id)).toBe(rivals[won.indexOf(id)])
  })
})

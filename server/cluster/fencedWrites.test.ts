import { expect, test } from 'vitest'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { fencedWrites } from './fencedWrites.ts'

test('rejects computed data of a process that lost its right, and stores measured data', async () => {
  const stored: string[] = []
  const note = (what: string) => async () => void stored.push(what)
  const telemetry = {
    append: note('samples'),
    appendDerived: note('derived'),
    impacts: { store: note('impacts'), hoursWithData: async () => [7] },
    quarterHours: { store: note('quarterHours') },
    heat: { store: note('heat') },
  } as unknown as Telemetry
  let mayCompute = true
  const guarded = fencedWrites(telemetry, async () => {
    if (!mayCompute) throw new Error('somebody else does')
  })
  const storeAll = () =>
    Promise.allSettled([
      guarded.append([]),
      guarded.appendDerived([]),
      guarded.impacts.store([]),
      guarded.quarterHours.store([]),
      guarded.heat.store([]),
    ])
  await storeAll()
  expect(stored.splice(0)).toEqual(['samples', 'derived', 'impacts', 'quarterHours', 'heat'])
  mayCompute = false
  const outcomes = await storeAll()
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, false, false, false])
  expect(stored).toEqual(['samples'])
  const span = { vesselNumber: 1, fromUs: 0, toUs: 1 }
  expect(await guarded.impacts.hoursWithData(span)).toEqual([7])
})

test('fails a write of computed data when the store fails', async () => {
  const fail = () => Promise.reject(new Error('the disk is full'))
  const store = { store: fail }
  const full = {
    appendDerived: fail,
    impacts: store,
    quarterHours: store,
    heat: store,
  } as unknown as Telemetry
  await expect(fencedWrites(full, async () => undefined).appendDerived([])).rejects.toThrow(
    'the disk is full',
  )
})

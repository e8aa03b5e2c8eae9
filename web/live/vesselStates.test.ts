import { expect, test, vi } from 'vitest'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { createVesselStates } from './vesselStates.ts'

const vessel = (id: string, status: MapVessel['status'], name = id) => ({ id, name, status }) as MapVessel
const ids = (vessels: readonly MapVessel[]) => vessels.map(({ id }) => id)

test('merges changes, and replaces everything with a full state', () => {
  const states = createVesselStates()
  expect(states.ready()).toBe(false)
  states.merge([vessel('a', 'online'), vessel('b', 'sailing')], true)
  states.merge([vessel('a', 'offline')], false)
  expect(states.ready()).toBe(true)
  expect(states.get('a')?.status).toBe('offline')
  states.merge([vessel('b', 'online')], true)
  expect(ids(states.all())).toEqual(['b'])
})

test('lists vessels under way first, then by name', () => {
  const states = createVesselStates()
  states.merge(
    [
      vessel('1', 'unpaired'),
      vessel('2', 'sailing', 'Súla'),
      vessel('3', 'sailing', 'Kría'),
      vessel('4', 'offline'),
    ],
    true,
  )
  expect(ids(states.all())).toEqual(['3', '2', '4', '1'])
})

test('keeps unchanged vessels identical, so that only views of a change are drawn again', () => {
  const states = createVesselStates()
  states.merge([vessel('a', 'online'), vessel('b', 'online')], true)
  const [b, all] = [states.get('b'), states.all()]
  expect(states.all()).toBe(all)
  const listener = vi.fn()
  states.subscribe(listener)
  states.merge([vessel('a', 'sailing')], false)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(states.get('b')).toBe(b)
  expect(states.all()).not.toBe(all)
})

test('shows only vessels of the chosen departments, and all when the choice is widened', () => {
  const at = (id: string, department_id: string) => ({ ...vessel(id, 'online'), department_id })
  const states = createVesselStates()
  states.merge([at('a', 'north'), at('b', 'south')], true)
  const listener = vi.fn()
  states.subscribe(listener)
  states.narrow(new Set(['north']))
  expect(listener).toHaveBeenLastCalledWith([at('a', 'north')], true)
  expect(states.get('b')).toBeUndefined()
  states.merge([at('b', 'south')], false)
  expect(listener).toHaveBeenCalledTimes(1)
  states.merge([at('c', 'north')], false)
  expect(ids(states.all())).toEqual(['a', 'c'])
  states.merge([at('a', 'south')], false)
  expect(listener).toHaveBeenLastCalledWith([at('c', 'north')], true)
  states.narrow(null)
  expect(ids(states.all())).toEqual(['a', 'b', 'c'])
})

test('clears everything when the user changes organization', () => {
  const states = createVesselStates()
  states.merge([vessel('a', 'online')], true)
  states.narrow(new Set(['north']))
  states.forget()
  expect(states.ready()).toBe(false)
  states.merge([vessel('b', 'online')], true)
  expect(ids(states.all())).toEqual(['b'])
})

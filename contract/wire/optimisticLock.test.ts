import { expect, test } from 'vitest'
import type { z } from 'zod'
import { CaptainForm, type updateCaptain } from './captain.ts'
import { expectedValues } from './optimisticLock.ts'

test('accepts an expected value as it was stored, whatever the form demands today', () => {
  const expected = expectedValues(CaptainForm)
  expect(expected.parse({ name: '', department_id: 'gone' })).toEqual({ name: '', department_id: 'gone' })
  expect(expected.parse({ name: '  Nína ' })).toEqual({ name: '  Nína ' })
  expect(expected.parse({})).toEqual({})
  expect(expected.parse(undefined)).toBeUndefined()
})

test('ignores what is no field of the form', () => {
  expect(expectedValues(CaptainForm).parse({ captain: 'Nína' })).toEqual({})
  const change = (expected: z.infer<typeof updateCaptain.body>['expected']) => ({ name: 'Nína', expected })
  const asks = () => [
    change({ name: 'Nína' }),
    // @ts-expect-error: the form has no such field
    change({ nmae: 'Nína' }),
    // @ts-expect-error: a name is no number
    change({ name: 7 }),
  ]
  expect(asks).toBeTypeOf('function')
})

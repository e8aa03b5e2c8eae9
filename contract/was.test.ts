import { expect, test } from 'vitest'
import type { z } from 'zod'
import { CaptainForm, type updateCaptain } from './captain.ts'
import { wasOf } from './was.ts'

test('what a field was is taken as it came, whatever the form demands today', () => {
  const was = wasOf(CaptainForm)
  expect(was.parse({ name: '', department_id: 'gone' })).toEqual({ name: '', department_id: 'gone' })
  expect(was.parse({ name: '  Nína ' })).toEqual({ name: '  Nína ' })
  expect(was.parse({})).toEqual({})
  expect(was.parse(undefined)).toBeUndefined()
})

test('what is no field of the form is none', () => {
  expect(wasOf(CaptainForm).parse({ captain: 'Nína' })).toEqual({})
  const change = (was: z.infer<typeof updateCaptain.body>['was']) => ({ name: 'Nína', was })
  const asks = () => [
    change({ name: 'Nína' }),
    // @ts-expect-error: the form has no such field
    change({ nmae: 'Nína' }),
    // @ts-expect-error: a name is no number
    change({ name: 7 }),
  ]
  expect(asks).toBeTypeOf('function')
})

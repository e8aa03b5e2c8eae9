import { expect, test } from 'vitest'
import { LOG_FAILURE_SENTENCES } from '#contract/wire/logImport.ts'
import { words as en } from '../i18n/screens/en.ts'

test('uses the failure sentences of the import command', () => {
  expect(en.logs.failure).toEqual(LOG_FAILURE_SENTENCES)
})

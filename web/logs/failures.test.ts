import { expect, test } from 'vitest'
import { LOG_FAILURE_SENTENCES } from '#contract/wire/logImport.ts'
import { words as en } from '../i18n/screens/en.ts'

test('says of a failed import what the command says', () => {
  expect(en.logs.failure).toEqual(LOG_FAILURE_SENTENCES)
})

import { expect, test } from 'vitest'
import { LOG_FAILURE_SENTENCES } from '#contract/logImport.ts'
import en from '../i18n/en.json' with { type: 'json' }

test('says of a failed import what the command says', () => {
  expect(en.logs.failure).toEqual(LOG_FAILURE_SENTENCES)
})

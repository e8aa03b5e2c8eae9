import { expect, test } from 'vitest'
import { SETTING_GROUPS } from './settings.ts'
import { settingsPage } from './testing/settingsPage.ts'

test('writes the page on settings from the code; run with -u to write it again', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../docs/settings.md')
})

test('explains each setting', () => {
  const settings = Object.values(SETTING_GROUPS).flatMap((group) => Object.entries(group))
  for (const [name, schema] of settings) expect(schema.description, name).toMatch(/^.+\.$/)
})

import { expect, test } from 'vitest'
import { SETTING_GROUPS } from './settings.ts'
import { settingsPage } from './testing/settingsPage.ts'

test('the page on settings is made from what is read; run with -u to make it anew', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../docs/settings.md')
})

test('each setting is explained', () => {
  const settings = Object.values(SETTING_GROUPS).flatMap((group) => Object.entries(group))
  for (const [name, schema] of settings) expect(schema.description, name).toMatch(/^.+\.$/)
})

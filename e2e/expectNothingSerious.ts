import { expect, type Page } from '@playwright/test'
import { seriousOn } from './askAxe.ts'

/** Asks axe about all that is open. The themes differ in colours alone: the second one is asked about those only. */
export async function expectNothingSerious(page: Page, where: string) {
  await wear(page, 'light')
  const colours = { rules: ['color-contrast', 'link-in-text-block'] }
  expect.soft(await seriousOn(page, colours), `${where}, light`).toEqual([])
  await wear(page, 'dark')
  expect.soft(await seriousOn(page), `${where}, dark`).toEqual([])
}

/** As if another window of the console had chosen the theme; its colours have settled then. */
export async function wear(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(`
    localStorage.setItem('theme', '${theme}')
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}', storageArea: localStorage }))`)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)',
  )
}

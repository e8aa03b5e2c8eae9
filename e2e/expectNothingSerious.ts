import { expect, type Page } from '@playwright/test'
import { seriousOn } from './askAxe.ts'

/**
 * Expects that axe finds no serious problem on the open page. The themes differ only in colours, so the second theme
 * is checked only for colours.
 */
export async function expectNothingSerious(page: Page, where: string) {
  await wear(page, 'light')
  const colours = { rules: ['color-contrast', 'link-in-text-block'] }
  expect.soft(await seriousOn(page, colours), `${where}, light`).toEqual([])
  await wear(page, 'dark')
  expect.soft(await seriousOn(page), `${where}, dark`).toEqual([])
}

/** Simulates another window of the console that chose the theme, and waits for the colours. */
export async function wear(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(`
    localStorage.setItem('theme', '${theme}')
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}', storageArea: localStorage }))`)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)',
  )
}

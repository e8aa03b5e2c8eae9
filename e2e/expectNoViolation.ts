import { expect, type Page } from '@playwright/test'
import { violationsOn } from './askAxe.ts'

/**
 * Expects that axe finds nothing on the open page. The themes differ only in colours, so two of them are
 * checked only for colours.
 */
export async function expectNoViolation(page: Page, where: string) {
  const colours = { rules: ['color-contrast', 'link-in-text-block'] }
  for (const theme of ['light', 'night'] as const) {
    await wear(page, theme)
    expect.soft(await violationsOn(page, colours), `${where}, ${theme}`).toEqual([])
  }
  await wear(page, 'dark')
  expect.soft(await violationsOn(page), `${where}, dark`).toEqual([])
}

/** Simulates another window of the console that chose the theme, and waits for the colours. */
export async function wear(page: Page, theme: 'light' | 'dark' | 'night') {
  const chosen = theme === 'night' ? { night: 'on' } : { theme, night: 'off' }
  await page.evaluate(`
    for (const [key, newValue] of Object.entries(${JSON.stringify(chosen)})) {
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    }`)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', theme === 'light' ? 'light' : 'dark')
  await expect(html).toHaveJSProperty('dataset.night', theme === 'night' ? '' : undefined)
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)',
  )
}

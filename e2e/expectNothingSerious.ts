import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Asks axe about all that is open. The themes differ in colours alone: the second one is asked about those only. */
export async function expectNothingSerious(page: Page, where: string) {
  await wear(page, 'light')
  expect.soft(await seriousOn(page, ['color-contrast', 'link-in-text-block']), `${where}, light`).toEqual([])
  await wear(page, 'dark')
  expect.soft(await seriousOn(page), `${where}, dark`).toEqual([])
}

/** As if another window of the console had chosen the theme. */
async function wear(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(`
    localStorage.setItem('theme', '${theme}')
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}', storageArea: localStorage }))`)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)',
  )
}

async function seriousOn(page: Page, rules?: string[]): Promise<string[]> {
  // The console has no frames, so what is found need not be gathered by a second page.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}

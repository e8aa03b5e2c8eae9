import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/**
 * Violations that axe finds on a page, or within a part of it. The console has no frames, so axe runs on the page
 * itself. A page loads axe once.
 */
export async function askAxe(
  page: Page,
  { within = ':root', rules }: { within?: string; rules?: readonly string[] } = {},
) {
  if (!(await page.evaluate<boolean>('"axe" in window')))
    await page.evaluate(`${axe.source}; ${MENUS_STAND_ALONE}`)
  const options: RunOptions = {
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
    resultTypes: ['violations'],
    preload: false,
  }
  const asked = `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then((found) => found.violations)`
  return await page.evaluate<AxeResults['violations']>(asked)
}

/** Axe wants everything in a landmark but dialogs; a menu takes the focus until it closes, as a dialog does. */
const MENUS_STAND_ALONE = `axe.configure({ rules: [{ id: 'region', selector: 'body *:not([role=menu] *)' }] })`

/** Violations in words: the rule, the broken place and the remedy. */
export async function violationsOn(page: Page, asked?: Parameters<typeof askAxe>[1]): Promise<string[]> {
  return (await askAxe(page, asked)).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}

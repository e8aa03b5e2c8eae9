import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/**
 * What axe finds wrong on a page, or within a part of it. The console has no frames, so axe is asked on the page itself, to
 * which it is brought once.
 */
export async function askAxe(
  page: Page,
  { within = ':root', rules }: { within?: string; rules?: readonly string[] } = {},
) {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const options: RunOptions = {
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
    resultTypes: ['violations'],
    preload: false,
  }
  const asked = `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then((found) => found.violations)`
  return await page.evaluate<AxeResults['violations']>(asked)
}

/** What stops somebody, in words: the rule, where it is broken and what would mend it. */
export async function seriousOn(page: Page, asked?: Parameters<typeof askAxe>[1]): Promise<string[]> {
  return (await askAxe(page, asked))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}

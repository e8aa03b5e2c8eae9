import { expect, test } from 'vitest'
import document from '../../docs/numbers.md?raw'
import { NUMBER_SECTIONS } from '../ui/numberSections.ts'
import { articleHtml } from './articleHtml.ts'

test('leaves out the title, and lowers headings and gives them anchors', () => {
  const html = articleHtml('# Title\n\n## Fuel & emissions (L/hr)\n\nText')
  expect(html).not.toContain('Title')
  expect(html).toContain('<h3 id="fuel--emissions-lhr" tabindex="-1">Fuel &amp; emissions (L/hr)</h3>')
})

test('makes a table scrollable, and keeps emphasis in its cells', () => {
  const html = articleHtml('| a | b |\n| - | - |\n| **1** | [2](#x) |\n')
  expect(html).toContain('<div data-table tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>')
  expect(html).toContain('<td><strong>1</strong></td><td><a href="#x">2</a></td>')
})

test('has in the document on numbers a heading for each section that the console links to', () => {
  const html = articleHtml(document)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  for (const section of NUMBER_SECTIONS) expect(ids).toContain(section)
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
})

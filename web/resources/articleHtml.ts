import { Marked } from 'marked'

/**
 * HTML of a Markdown document, without its title: the page around it shows that. Headings sink by one level and carry
 * anchors as GitHub makes them, so that one link works in both places; wide tables scroll by themselves.
 */
export function articleHtml(markdown: string): string {
  return marked.parse(markdown.replace(/^# .*\n/, ''), { async: false })
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const level = depth + 1
      return `<h${level} id="${anchorOf(text)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${level}>\n`
    },
    table({ header, rows }) {
      const cells = (row: typeof header, tag: 'td' | 'th') =>
        `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
      const body = rows.map((row) => cells(row, 'td')).join('')
      return `<div data-table tabindex="0"><table><thead>${cells(header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
    },
  },
})

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')
}

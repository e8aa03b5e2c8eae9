import { Marked } from 'marked'

/**
 * Converts a Markdown document to HTML without its title, which the page shows. Headings are one level lower and have
 * anchors as on GitHub, so that links work in both places. Wide tables scroll.
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

import type { Article, Block } from './article.ts'
import { PICTURE_NAMES, type PictureName } from './pictures.ts'

/** Reads a help article: `title`, `summary`, `tags` and `keywords` between two lines of `---`, then its blocks. */
export function readArticle(slug: string, markdown: string): Article {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(markdown) ?? []
  const fields = new Map(
    head.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)] as const
    }),
  )
  const one = (name: string) => {
    const value = fields.get(name)
    if (!value) throw new Error(`${slug} has no ${name}`)
    return value
  }
  const keywords = fields.get('keywords')?.split(', ')
  return {
    ...{ slug, title: one('title'), summary: one('summary'), tags: one('tags').split(', ') },
    ...(keywords && { keywords }),
    body: readBlocks(body),
  }
}

/** Reads an announcement or a release: a title, then its blocks. */
export function readNews(markdown: string): { title: string; blocks: readonly Block[] } {
  const [, title = '', body = ''] = /^# ([^\n]*)\n(.*)$/s.exec(markdown) ?? []
  return { title, blocks: readBlocks(body) }
}

/** Blocks are separated by empty lines. The articles need no more of Markdown. */
const readBlocks = (body: string): Block[] => body.trim().split(/\n\n+/).map(readBlock)

function readBlock(text: string): Block {
  const lines = text.split('\n')
  if (text.startsWith('## ')) return { heading: text.slice(3) }
  if (text.startsWith('- ')) return { list: lines.map((line) => line.replace(/^- /, '')) }
  if (text.startsWith('1. ')) return { steps: lines.map((line) => line.replace(/^\d+\. /, '')) }
  if (text === '{{permissions}}') return { table: 'permissions' }
  if (text === '{{numbers}}') return { document: 'numbers' }
  const [, alt = '', picture = ''] = /^!\[(.*)\]\((\w+)\)$/.exec(text) ?? []
  return isPicture(picture) ? { picture, alt } : { text: lines.join(' ') }
}

const isPicture = (name: string): name is PictureName => (PICTURE_NAMES as readonly string[]).includes(name)

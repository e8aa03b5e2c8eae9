import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ANNOUNCEMENTS } from '#contract/words/announcements.ts'
import { currentLanguage, type Language } from '../i18n/i18n.ts'
import type { Article, Block } from './article.ts'
import { readArticle, readNews } from './readArticle.ts'
import { RELEASES } from './releaseNotes.ts'

/** Texts of announcements and release notes. */
export interface News {
  announcements: Record<(typeof ANNOUNCEMENTS)[number]['slug'], { title: string; text: string }>
  releases: Record<
    (typeof RELEASES)[number]['version'],
    { title: string; description?: string; features: readonly string[] }
  >
}

/** In the order of the help page: first what a new organization needs first. */
export const ARTICLES = [
  'system-installation',
  'pairing-vessels',
  'helm-and-captains',
  'rules-and-alerts',
  'user-creation',
  'departments-and-roles',
  'public-api',
  'access-imas-ui-over-wifi',
  'numbers',
  'maintenance',
  'reports-and-logbook',
  'share-print-export',
] as const

export async function loadArticles(language: Language): Promise<readonly Article[]> {
  const files = bySlug(await loadArticleFiles(language))
  return ARTICLES.map((slug) => readArticle(slug, files.get(slug) ?? ''))
}

export async function loadNews(language: Language): Promise<News> {
  const files = bySlug(await loadNewsFiles(language))
  const read = (slug: string) => readNews(files.get(slug) ?? '')
  const announcements = ANNOUNCEMENTS.map(({ slug }) => {
    const { title, blocks } = read(slug)
    return [slug, { title, text: blocks.flatMap(textOf).join(' ') }]
  })
  const releases = RELEASES.map(({ version }) => {
    const { title, blocks } = read(version)
    const [description] = blocks.flatMap(textOf)
    const features = blocks.flatMap((block) => ('list' in block ? block.list : []))
    return [version, { title, ...(description && { description }), features }]
  })
  return {
    announcements: Object.fromEntries(announcements) as News['announcements'],
    releases: Object.fromEntries(releases) as News['releases'],
  }
}

const textOf = (block: Block) => ('text' in block ? [block.text] : [])

/** `…/en/articles/numbers.md` → `numbers` */
const bySlug = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1, -3), text]))

async function loadArticleFiles(language: Language) {
  if (language === 'it') return (await import('./articles/it.ts')).articles
  if (language === 'is') return (await import('./articles/is.ts')).articles
  return (await import('./articles/en.ts')).articles
}

async function loadNewsFiles(language: Language) {
  if (language === 'it') return (await import('./news/it.ts')).news
  if (language === 'is') return (await import('./news/is.ts')).news
  return (await import('./news/en.ts')).news
}

const asked = <Text>(what: string, load: (language: Language) => Promise<Text>, language: Language) =>
  queryOptions({
    queryKey: ['resources', what, language],
    queryFn: () => load(language),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Help articles in the reader's language, loaded at their first use. */
export function useArticles(): readonly Article[] {
  useTranslation()
  return useSuspenseQuery(asked('articles', loadArticles, currentLanguage())).data
}

export function useNews(): News {
  useTranslation()
  return useSuspenseQuery(asked('news', loadNews, currentLanguage())).data
}

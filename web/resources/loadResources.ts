import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ANNOUNCEMENTS } from '#contract/words/announcements.ts'
import { currentLanguage, type Language } from '../i18n/i18n.ts'
import type { Article } from './article.ts'
import type { RELEASES } from './releaseNotes.ts'

/** The words of announcements and release notes. */
export interface News {
  announcements: Record<(typeof ANNOUNCEMENTS)[number]['slug'], { title: string; text: string }>
  releases: Record<
    (typeof RELEASES)[number]['version'],
    { title: string; description?: string; features: string[] }
  >
}

export async function loadArticles(language: Language): Promise<readonly Article[]> {
  if (language === 'it') return (await import('./articles/it.ts')).articles
  if (language === 'is') return (await import('./articles/is.ts')).articles
  return (await import('./articles/en.ts')).articles
}

export async function loadNews(language: Language): Promise<News> {
  if (language === 'it') return (await import('./news/it.json')).default
  if (language === 'is') return (await import('./news/is.json')).default
  return (await import('./news/en.json')).default
}

const asked = <Text>(what: string, load: (language: Language) => Promise<Text>, language: Language) =>
  queryOptions({
    queryKey: ['resources', what, language],
    queryFn: () => load(language),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The help articles in the reader's language; they come with their first use. */
export function useArticles(): readonly Article[] {
  useTranslation()
  return useSuspenseQuery(asked('articles', loadArticles, currentLanguage())).data
}

export function useNews(): News {
  useTranslation()
  return useSuspenseQuery(asked('news', loadNews, currentLanguage())).data
}

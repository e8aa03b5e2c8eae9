import type { Article } from './article.ts'

/** Every word of the search stands in the title, the summary or a tag. */
export function searchArticles(articles: readonly Article[], search: string): readonly Article[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return articles.filter(({ title, summary, tags }) => {
    const text = [title, summary, ...tags].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

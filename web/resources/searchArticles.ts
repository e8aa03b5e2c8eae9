import { plainLetters } from '#contract/text/plainLetters.ts'
import type { Article, Block } from './article.ts'

/** Weight of the part of an article in which a word is found. */
const WEIGHTS = { title: 8, tags: 6, summary: 4, body: 1 } as const
/** Least length of a search word: shorter words such as `do` and `I` do not help. */
const LEAST_LETTERS = 3

/**
 * Articles that contain every word of the search, the best first; otherwise those that contain any word. A word also
 * matches other forms (`pairing` → `pair`), without accents and with a wrong letter.
 */
export function searchArticles(articles: readonly Article[], search: string): readonly Article[] {
  const all = wordsOf(search)
  const words = all.some(isLong) ? all.filter(isLong) : all
  if (words.length === 0) return articles
  const rated = articles.map((article) => {
    const places = placesOf(article)
    const ratings = words.map((word) =>
      Math.max(...places.map(([weight, terms]) => weight * best(word, terms))),
    )
    return { article, ratings, sum: ratings.reduce((sum, rating) => sum + rating, 0) }
  })
  const whole = rated.filter(({ ratings }) => ratings.every((rating) => rating > 0))
  const found = whole.length > 0 ? whole : rated.filter(({ sum }) => sum > 0)
  return found.sort((a, b) => b.sum - a.sum).map(({ article }) => article)
}

const isLong = (word: string) => word.length >= LEAST_LETTERS

const wordsOf = (text: string) => plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []

function placesOf({ title, summary, tags, keywords = [], body }: Article) {
  return [
    [WEIGHTS.title, wordsOf(title)],
    [WEIGHTS.tags, wordsOf([...tags, ...keywords].join(' '))],
    [WEIGHTS.summary, wordsOf(summary)],
    [WEIGHTS.body, wordsOf(body.flatMap(textsOf).join(' '))],
  ] as const
}

function textsOf(block: Block): readonly string[] {
  if ('heading' in block) return [block.heading]
  if ('text' in block) return [block.text]
  if ('list' in block) return block.list
  if ('steps' in block) return block.steps
  return 'alt' in block ? [block.alt] : []
}

const best = (word: string, terms: readonly string[]) =>
  terms.reduce((most, term) => Math.max(most, likeness(word, term)), 0)

/** 1 for a word that begins with the search word, less for another form or a typing error, 0 for another word. */
function likeness(word: string, term: string): number {
  if (term.startsWith(word)) return 1
  if (word.length >= 4 && term.includes(word)) return 0.8
  let same = 0
  while (same < word.length && word[same] === term[same]) same++
  const endings = [word.length - same, term.length - same]
  // `pairing` and `paired`, `dispositivi` and `dispositivo`; `bátur` and `báti`.
  if (
    same >= 4
      ? Math.max(...endings) <= 4 && same > Math.max(...endings)
      : same === 3 && Math.max(...endings) <= 2
  )
    return 0.6
  return word.length >= 5 && slips(word, term) <= (word.length >= 8 ? 2 : 1) ? 0.4 : 0
}

/** Number of letters that are wrong, missing, added or swapped with their neighbour. */
function slips(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  let [older, old]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const kept = (old[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      row[j] = Math.min(kept, (old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j] ?? 0, (older[j - 2] ?? 0) + 1)
    }
    ;[older, old] = [old, row]
  }
  return old[b.length] ?? 0
}

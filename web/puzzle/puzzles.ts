import { DAY_MS } from '#contract/domain/time.ts'
import type { Language } from '../i18n/i18n.ts'
import { scramble } from './scramble.ts'

/** The puzzle of one date (YYYY-MM-DD). */
export interface PuzzleEntry {
  word: string
  hint: string
  scrambled_word: string
  date: string
  /** True when the term is English, because the language has no single word for it; the hint is translated. */
  isEnglish?: true
}

/** Nautical term of the puzzle; an English one when the language has no single word. */
interface Term {
  word?: string
  hint: string
}

const FIRST_DATE = '2025-07-15'

/** One entry per date, starting with the first date; each language loads at its first use. */
export async function loadPuzzles(language: Language): Promise<PuzzleEntry[]> {
  const [english, terms] = await Promise.all([loadTerms('en'), loadTerms(language)])
  return terms.map(({ word: own, hint }, at) => {
    const word = own ?? english[at]?.word ?? ''
    return {
      ...(own === undefined && { isEnglish: true as const }),
      word,
      hint,
      scrambled_word: scramble(word),
      date: dayOf(utcMs(FIRST_DATE) + at * DAY_MS),
    }
  })
}

/** After the last date the entries go round again; before the first there is no puzzle. */
export function puzzleOn(date: string, entries: readonly PuzzleEntry[]): PuzzleEntry | null {
  const days = Math.round((utcMs(date) - utcMs(FIRST_DATE)) / DAY_MS)
  return (days >= 0 && entries[days % entries.length]) || null
}

async function loadTerms(language: Language): Promise<Term[]> {
  if (language === 'it') return (await import('#words/it/puzzle.json')).default
  if (language === 'is') return (await import('#words/is/puzzle.json')).default
  return (await import('#words/en/puzzle.json')).default
}

/** Days of the calendar are counted in UTC, where each has 24 hours. */
const utcMs = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

import { expect, test } from 'vitest'
import english from '#words/en/puzzle.json' with { type: 'json' }
import icelandic from '#words/is/puzzle.json' with { type: 'json' }
import italian from '#words/it/puzzle.json' with { type: 'json' }
import { loadPuzzles, puzzleOn } from './puzzles.ts'

const LANGUAGES = ['en', 'it', 'is'] as const
const sorted = (word: string) => [...word].sort().join('')

test('has one puzzle for each date from 15 July to 8 December 2025', async () => {
  const dates = (await loadPuzzles('en')).map(({ date }) => date)
  expect(dates).toHaveLength(147)
  expect([dates[0], dates.at(-1)]).toEqual(['2025-07-15', '2025-12-08'])
  dates.slice(1).forEach((date, index) => {
    expect(Date.parse(date) - Date.parse(dates[index] ?? ''), date).toBe(86_400_000)
  })
})

test.each(LANGUAGES)('has in %s words of four to twelve letters, and none twice', async (language) => {
  const words = (await loadPuzzles(language)).map(({ word }) => word)
  for (const word of words) expect(word).toMatch(/^\p{Ll}{4,12}$/u)
  expect(new Set(words).size).toBe(words.length)
})

test.each(LANGUAGES)('has in %s hints that are sentences and do not contain the word', async (language) => {
  const puzzles = await loadPuzzles(language)
  for (const { word, hint } of puzzles) {
    expect(hint).toMatch(/^.{15,100}\.$/)
    expect(hint.toLowerCase(), word).not.toContain(word)
  }
  expect(new Set(puzzles.map(({ hint }) => hint)).size).toBe(puzzles.length)
})

test.each(LANGUAGES)('has in %s the letters of each word in another order', async (language) => {
  for (const { word, scrambled_word } of await loadPuzzles(language)) {
    expect(scrambled_word).not.toBe(word)
    expect(sorted(scrambled_word)).toBe(sorted(word))
  }
  expect(await loadPuzzles(language)).toEqual(await loadPuzzles(language))
})

test('has all puzzles in every language; a missing word gets a hint to the English word and says so', async () => {
  expect(english.every(({ word }) => word)).toBe(true)
  expect([italian.length, icelandic.length]).toEqual([english.length, english.length])
  const [inEnglish, inItalian] = await Promise.all([loadPuzzles('en'), loadPuzzles('it')])
  const at = inEnglish.findIndex(({ word }) => word === 'doldrums')
  expect(inItalian[at]).toMatchObject({ word: 'doldrums', isEnglish: true, date: inEnglish[at]?.date })
  expect(inEnglish.some(({ isEnglish }) => isEnglish)).toBe(false)
  const inIcelandic = await loadPuzzles('is')
  const foreign = (all: typeof inItalian) => all.flatMap(({ word, isEnglish }) => (isEnglish ? [word] : []))
  expect(foreign(inItalian)).toEqual(['doldrums', 'tugboat'])
  expect(foreign(inIcelandic)).toEqual(['cleat', 'castaway', 'cockpit', 'jettison'])
  expect(inItalian[at]?.hint).not.toBe(inEnglish[at]?.hint)
})

test('starts over after the last date, and has no puzzle before the first', async () => {
  const puzzles = await loadPuzzles('en')
  expect(puzzleOn('2025-07-15', puzzles)).toBe(puzzles[0])
  expect(puzzleOn('2025-12-08', puzzles)).toBe(puzzles[146])
  expect(puzzleOn('2025-12-09', puzzles)).toBe(puzzles[0])
  expect(puzzleOn('2028-02-29', puzzles)).toBe(puzzles[959 % 147])
  expect(puzzleOn('2025-07-14', puzzles)).toBeNull()
  expect(puzzleOn('2026-11-21', [])).toBeNull()
})

import { beforeEach, describe, expect, test } from 'vitest'
import { beginGame, type Game, type Move, play } from './game.ts'
import { keepGame, readKeptGame } from './keptGame.ts'

const puzzle = { word: 'kjölur', hint: 'Hryggur skipsins.', scrambled_word: 'jöklru', date: '2025-07-20' }
const DAY = '2026-11-21'
const begin = (date = DAY) => beginGame(date, puzzle, readKeptGame())
const played = (game: Game, ...moves: Move[]) => moves.reduce(play, game)
const guess = (text: string): Move[] => [{ type: 'type', guess: text }, { type: 'guess' }]
const streakOfTwo = { totalWins: 2, totalAttempts: 3, currentStreak: 2, longestStreak: 2 }

beforeEach(() => localStorage.clear())

test('begins an empty game that no move changes on a date without a puzzle', () => {
  const game = beginGame(DAY, null, readKeptGame())
  expect(game).toMatchObject({ puzzle: null, progress: { scrambledWord: '', hasPlayedToday: false } })
  expect(played(game, ...guess('kjölur'), { type: 'give up' }, { type: 'record win' })).toBe(game)
})

test('begins with the scrambled letters, no guess and no hint', () => {
  expect(begin()).toEqual({
    puzzle,
    progress: {
      date: DAY,
      hasPlayedToday: false,
      solved: false,
      attempts: 0,
      scrambledWord: 'jöklru',
      currentGuess: '',
    },
    statistics: { totalWins: 0, totalAttempts: 0, currentStreak: 0, longestStreak: 0 },
    isHintShown: false,
  })
})

test('shows the letters in the new order after shuffling', () => {
  expect(played(begin(), { type: 'shuffle', order: 'rulökj' }).progress.scrambledWord).toBe('rulökj')
})

test('shows and hides the hint', () => {
  const shown = played(begin(), { type: 'toggle hint' })
  expect(shown.isHintShown).toBe(true)
  expect(played(shown, { type: 'toggle hint' }).isHintShown).toBe(false)
})

test('limits a guess to the length of the word', () => {
  expect(played(begin(), { type: 'type', guess: 'kjölurinn' }).progress.currentGuess).toBe('kjölur')
})

describe('a correct guess', () => {
  test.each(['kjölur', 'KJÖLUR', 'kjöluR', ' kjölur  ', 'kjo\u0308lur'])(
    'a correct guess may be written %j',
    (text) => {
      const solved = played(begin(), ...guess(text))
      expect(solved.progress).toMatchObject({
        solved: true,
        hasPlayedToday: false,
        attempts: 0,
        currentGuess: '',
      })
      expect(solved.statistics.totalWins).toBe(0)
    },
  )

  test('a correct guess counts the day as played, with a win, an attempt and a longer streak', () => {
    const game = { ...begin(), statistics: streakOfTwo }
    const won = played(game, ...guess('kjölur'), { type: 'record win' })
    expect(won.progress).toMatchObject({ hasPlayedToday: true, solved: true, attempts: 1 })
    expect(won.statistics).toEqual({ totalWins: 3, totalAttempts: 4, currentStreak: 3, longestStreak: 3 })
  })

  test('a correct guess keeps an older, longer streak as the longest', () => {
    const game = { ...begin(), statistics: { ...streakOfTwo, currentStreak: 0, longestStreak: 9 } }
    const { statistics } = played(game, ...guess('kjölur'), { type: 'record win' })
    expect(statistics).toMatchObject({ currentStreak: 1, longestStreak: 9 })
  })

  test('a correct guess ends the game, and its win is recorded once', () => {
    const solved = played(begin(), ...guess('kjölur'))
    expect(played(solved, ...guess('jöklur'), { type: 'give up' }, { type: 'toggle hint' })).toBe(solved)
    const won = played(solved, { type: 'record win' })
    expect(played(won, { type: 'record win' }, { type: 'give up' })).toBe(won)
  })

  test('a win needs a correct guess', () => {
    const game = begin()
    expect(played(game, { type: 'record win' })).toBe(game)
  })
})

describe('a wrong guess', () => {
  test('a wrong guess clears the input, counts as an attempt and ends the streak', () => {
    const game = played({ ...begin(), statistics: streakOfTwo }, ...guess('jöklur'))
    expect(game.progress).toMatchObject({
      solved: false,
      attempts: 1,
      currentGuess: '',
      hasPlayedToday: false,
    })
    expect(game.statistics).toEqual({ totalWins: 2, totalAttempts: 4, currentStreak: 0, longestStreak: 2 })
  })

  test('an empty guess does not count', () => {
    const game = played(begin(), { type: 'type', guess: '  ' })
    expect(played(game, { type: 'guess' })).toBe(game)
  })
})

test('giving up marks the day as played and not solved, and counts nothing', () => {
  const game = played({ ...begin(), statistics: streakOfTwo }, { type: 'give up' })
  expect(game.progress).toMatchObject({ hasPlayedToday: true, solved: false, attempts: 0 })
  expect(game.statistics).toEqual(streakOfTwo)
})

describe('the stored game', () => {
  test('stores the game as the player left it', () => {
    const left = played(
      begin(),
      ...guess('jöklur'),
      { type: 'shuffle', order: 'rulökj' },
      { type: 'type', guess: 'kj' },
    )
    keepGame(left)
    expect(begin()).toEqual(left)
  })

  test('stores progress and statistics under separate keys', () => {
    keepGame(begin())
    expect(Object.keys(localStorage).sort()).toEqual(['puzzle-progress', 'puzzle-statistics'])
  })

  test('begins a new game on a new day, with the earlier statistics', () => {
    keepGame(played({ ...begin(), statistics: streakOfTwo }, { type: 'give up' }))
    expect(begin('2026-11-22')).toMatchObject({
      progress: { date: '2026-11-22', hasPlayedToday: false, solved: false, attempts: 0 },
      statistics: streakOfTwo,
    })
  })

  test('records a win of the day before when the player left too early', () => {
    keepGame(played(begin(), ...guess('kjölur')))
    expect(begin().progress).toMatchObject({ solved: true, hasPlayedToday: false })
    expect(begin().statistics.totalWins).toBe(0)
    expect(begin('2026-11-22').statistics).toMatchObject({ totalWins: 1, currentStreak: 1 })
  })

  test('takes the letters of the word in another language', () => {
    keepGame(played(begin(), ...guess('jöklur'), { type: 'type', guess: 'kj' }))
    const italian = beginGame(DAY, { ...puzzle, word: 'chiglia', scrambled_word: 'higlaic' }, readKeptGame())
    expect(italian.progress).toMatchObject({ scrambledWord: 'higlaic', currentGuess: '', attempts: 1 })
  })

  test('reads invalid stored values as nothing', () => {
    const fresh = begin()
    for (const nonsense of ['', 'null', '7', '{"attempts":"many","solved":1}', '[', '"x"']) {
      localStorage.setItem('puzzle-progress', nonsense)
      localStorage.setItem('puzzle-statistics', nonsense)
      expect(begin(), nonsense).toEqual(fresh)
    }
  })
})

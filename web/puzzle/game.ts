import type { PuzzleEntry } from './puzzles.ts'

/** Progress of a player with the puzzle of a date. */
export interface PuzzleProgress {
  date: string
  hasPlayedToday: boolean
  solved: boolean
  attempts: number
  scrambledWord: string
  currentGuess: string
}

export interface PuzzleStatistics {
  totalWins: number
  totalAttempts: number
  currentStreak: number
  longestStreak: number
}

export interface Game {
  /** Null on a date without a puzzle. */
  puzzle: PuzzleEntry | null
  progress: PuzzleProgress
  statistics: PuzzleStatistics
  isHintShown: boolean
}

export type Move =
  | { type: 'shuffle'; order: string }
  | { type: 'toggle hint' }
  | { type: 'type'; guess: string }
  | { type: 'guess' }
  | { type: 'record win' }
  | { type: 'give up' }

/** Time that the solved word shows before the result, ms. */
export const WIN_SHOWN_MS = 3000

/**
 * Game of a date, from a stored game. Another date begins a new game, and records a win that was shown but not
 * recorded. The same date in another language keeps everything except the letters.
 */
export function beginGame(
  date: string,
  puzzle: PuzzleEntry | null,
  kept: { progress: PuzzleProgress; statistics: PuzzleStatistics },
): Game {
  const isUnrecorded = kept.progress.solved && !kept.progress.hasPlayedToday
  const fresh = { hasPlayedToday: false, solved: false, attempts: 0 }
  const isToday = kept.progress.date === date
  const order = kept.progress.scrambledWord
  const hasItsLetters = isToday && puzzle !== null && sorted(order) === sorted(puzzle.word)
  return {
    puzzle,
    progress: {
      ...(isToday ? kept.progress : fresh),
      date,
      scrambledWord: hasItsLetters ? order : (puzzle?.scrambled_word ?? ''),
      currentGuess: hasItsLetters ? kept.progress.currentGuess : '',
    },
    statistics: isUnrecorded && !isToday ? withWin(kept.statistics) : kept.statistics,
    isHintShown: false,
  }
}

/** Moves that the state of the game does not allow change nothing. */
export function play(game: Game, move: Move): Game {
  const { puzzle, progress, statistics } = game
  if (!puzzle || progress.hasPlayedToday) return game
  if (progress.solved) {
    if (move.type !== 'record win') return game
    return {
      ...game,
      progress: { ...progress, hasPlayedToday: true, attempts: progress.attempts + 1 },
      statistics: withWin(statistics),
    }
  }
  switch (move.type) {
    case 'shuffle':
      return { ...game, progress: { ...progress, scrambledWord: move.order } }
    case 'toggle hint':
      return { ...game, isHintShown: !game.isHintShown }
    case 'type': {
      // A letter with an accent may arrive as one character or as two.
      const letters = move.guess.normalize('NFC').trim()
      const currentGuess = letters.slice(0, puzzle.word.length)
      return { ...game, progress: { ...progress, currentGuess } }
    }
    case 'guess': {
      const guess = progress.currentGuess.toLowerCase()
      if (guess === '') return game
      if (guess === puzzle.word) return { ...game, progress: { ...progress, solved: true, currentGuess: '' } }
      return {
        ...game,
        progress: { ...progress, attempts: progress.attempts + 1, currentGuess: '' },
        statistics: { ...statistics, totalAttempts: statistics.totalAttempts + 1, currentStreak: 0 },
      }
    }
    case 'give up':
      return { ...game, progress: { ...progress, hasPlayedToday: true, currentGuess: '' } }
    case 'record win':
      return game
  }
}

function withWin(statistics: PuzzleStatistics): PuzzleStatistics {
  const currentStreak = statistics.currentStreak + 1
  return {
    totalWins: statistics.totalWins + 1,
    totalAttempts: statistics.totalAttempts + 1,
    currentStreak,
    longestStreak: Math.max(statistics.longestStreak, currentStreak),
  }
}

const sorted = (word: string) => [...word].sort().join('')

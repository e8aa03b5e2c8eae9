import type { Game, PuzzleProgress, PuzzleStatistics } from './game.ts'

const PROGRESS = 'puzzle-progress'
const STATISTICS = 'puzzle-statistics'

const NO_PROGRESS: PuzzleProgress = {
  date: '',
  hasPlayedToday: false,
  solved: false,
  attempts: 0,
  scrambledWord: '',
  currentGuess: '',
}
const NO_STATISTICS: PuzzleStatistics = {
  totalWins: 0,
  totalAttempts: 0,
  currentStreak: 0,
  longestStreak: 0,
}

/** Progress and statistics that this browser stored; a missing or invalid value starts at its initial value. */
export const readKeptGame = () => ({
  progress: read(PROGRESS, NO_PROGRESS),
  statistics: read(STATISTICS, NO_STATISTICS),
})

export function keepGame({ progress, statistics }: Game) {
  localStorage.setItem(PROGRESS, JSON.stringify(progress))
  localStorage.setItem(STATISTICS, JSON.stringify(statistics))
}

function read<Kept extends object>(key: string, none: Kept): Kept {
  const stored = parse(localStorage.getItem(key) ?? '{}')
  const known = Object.entries(none).map(([name, value]) => {
    const found = stored[name]
    return [name, typeof found === typeof value ? found : value]
  })
  return Object.fromEntries(known)
}

function parse(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json))
  } catch {
    return {}
  }
}

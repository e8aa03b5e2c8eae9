import { useEffect, useReducer } from 'react'
import { beginGame, play, WIN_SHOWN_MS } from './game.ts'
import { keepGame, readKeptGame } from './keptGame.ts'
import { PuzzlePlay } from './PuzzlePlay.tsx'
import { PuzzleResult } from './PuzzleResult.tsx'
import type { PuzzleEntry } from './puzzles.ts'

/** Game of one date, from the letters to the result. */
export function PuzzleGame(props: { date: string; puzzle: PuzzleEntry; isOpen: boolean }) {
  const { date, puzzle, isOpen } = props
  const [game, move] = useReducer(play, null, () => beginGame(date, puzzle, readKeptGame()))
  const { solved, hasPlayedToday } = game.progress
  useEffect(() => keepGame(game), [game])
  useEffect(() => {
    if (!solved || hasPlayedToday) return
    const timer = setTimeout(() => move({ type: 'record win' }), WIN_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [solved, hasPlayedToday])
  if (!isOpen) return null
  return hasPlayedToday ? (
    <PuzzleResult puzzle={puzzle} isWon={solved} statistics={game.statistics} />
  ) : (
    <PuzzlePlay puzzle={puzzle} game={game} onMove={move} />
  )
}

import { useTranslation } from 'react-i18next'
import { HOUR_S } from '#contract/domain/time.ts'
import type { PuzzleStatistics } from './game.ts'
import classes from './PuzzleResult.module.css'
import type { PuzzleEntry } from './puzzles.ts'
import { useSecondsToMidnight } from './useCalendar.ts'
import { WordTiles } from './WordTiles.tsx'

export function PuzzleResult(props: { puzzle: PuzzleEntry; isWon: boolean; statistics: PuzzleStatistics }) {
  const { puzzle, isWon, statistics } = props
  const { t } = useTranslation()
  return (
    <div className={classes.result}>
      <h3 className={classes.verdict} tabIndex={-1} ref={focus}>
        {t(isWon ? 'puzzle.won' : 'puzzle.gaveUp')}
      </h3>
      <WordTiles word={puzzle.word} isWon={isWon} />
      <p className={classes.hint}>{puzzle.hint}</p>
      <dl className={classes.figures}>
        <Figure name={t('puzzle.wins')} value={statistics.totalWins} />
        <Figure name={t('puzzle.streak')} value={statistics.currentStreak} />
        <Figure name={t('puzzle.longestStreak')} value={statistics.longestStreak} />
      </dl>
      <Countdown />
    </div>
  )
}

/** Read out when it appears. */
const focus = (heading: HTMLElement | null) => heading?.focus()

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Countdown() {
  const { t } = useTranslation()
  const seconds = useSecondsToMidnight()
  const parts = [Math.floor(seconds / HOUR_S), Math.floor(seconds / 60) % 60, seconds % 60]
  return (
    <p className={classes.countdown} role="timer">
      {t('puzzle.newTermIn')} <b>{parts.map((part) => String(part).padStart(2, '0')).join(':')}</b>
    </p>
  )
}

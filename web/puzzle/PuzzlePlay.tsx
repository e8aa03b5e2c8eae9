import { Button } from '@mantine/core'
import { IconArrowsShuffle, IconBulb, IconFlag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { GuessField } from './GuessField.tsx'
import type { Game, Move } from './game.ts'
import { LetterTiles } from './LetterTiles.tsx'
import classes from './PuzzlePlay.module.css'
import type { PuzzleEntry } from './puzzles.ts'
import { reorder } from './scramble.ts'
import { WordTiles } from './WordTiles.tsx'

/** The letters, the guess and the buttons; the solved word for a moment. */
export function PuzzlePlay(props: { puzzle: PuzzleEntry; game: Game; onMove: (move: Move) => void }) {
  const { puzzle, game, onMove } = props
  const { progress, isHintShown } = game
  const { word, hint } = puzzle
  const { t } = useTranslation()
  const type = (guess: string) => onMove({ type: 'type', guess })
  const shuffle = () => {
    onMove({ type: 'shuffle', order: reorder(word, [word, progress.scrambledWord], Math.random) })
  }
  const isWrong = progress.attempts > 0 && progress.currentGuess === ''
  if (progress.solved) {
    return (
      <div className={classes.play}>
        <p className={classes.solved} role="status" tabIndex={-1} ref={focus}>
          {t('puzzle.solved')}
        </p>
        <WordTiles word={word} isWon />
      </div>
    )
  }
  return (
    <form
      className={classes.play}
      onSubmit={(event) => {
        event.preventDefault()
        onMove({ type: 'guess' })
      }}
    >
      <p className={classes.task}>
        {t(puzzle.isEnglish ? 'puzzle.taskEnglish' : 'puzzle.task', { letters: word.length })}
      </p>
      <LetterTiles letters={progress.scrambledWord} guess={progress.currentGuess} onGuess={type} />
      <GuessField
        length={word.length}
        guess={progress.currentGuess}
        wrongGuesses={progress.attempts}
        onType={type}
      />
      <p className={classes.message} role="status">
        {isWrong && t('puzzle.wrong')}
      </p>
      {isHintShown && <p className={classes.hint}>{hint}</p>}
      <div className={classes.helps}>
        <Button variant="default" leftSection={<Icon of={IconArrowsShuffle} size={16} />} onClick={shuffle}>
          {t('puzzle.shuffle')}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon of={IconBulb} size={16} />}
          className={classes.asked}
          aria-pressed={isHintShown}
          onClick={() => onMove({ type: 'toggle hint' })}
        >
          {t('puzzle.hint')}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon of={IconFlag} size={16} />}
          onClick={() => onMove({ type: 'give up' })}
        >
          {t('puzzle.giveUp')}
        </Button>
        <Button type="submit">{t('puzzle.guess')}</Button>
      </div>
    </form>
  )
}

/** Takes the focus, because the focused element was removed. */
const focus = (element: HTMLElement | null) => element?.focus()

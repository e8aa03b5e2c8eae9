import { useReducedMotion } from '@mantine/hooks'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Tiles.module.css'

interface Props {
  length: number
  guess: string
  /** Each wrong guess shakes the field once. */
  wrongGuesses: number
  onType: (guess: string) => void
}

/** One text field, drawn as a place for each letter. */
export function GuessField({ length, guess, wrongGuesses, onType }: Props) {
  const { t } = useTranslation()
  const field = useRef<HTMLDivElement>(null)
  useShake(field, wrongGuesses)
  const next = Math.min(guess.length, length - 1)
  return (
    <div ref={field} className={classes.field} style={{ '--letters': length } as CSSProperties}>
      <div className={classes.tiles} aria-hidden="true">
        {Array.from({ length }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a place
          <span key={at} className={classes.slot} data-next={at === next || undefined}>
            {guess[at]}
          </span>
        ))}
      </div>
      <input
        className={classes.input}
        {...(isTyped ? { 'data-autofocus': true, ref: focus } : {})}
        aria-label={t('puzzle.yourGuess')}
        value={guess}
        maxLength={length}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </div>
  )
}

/** Fingers use the tiles, which an on-screen keyboard would cover. */
const isTyped = matchMedia('(hover: hover)').matches
const focus = (input: HTMLInputElement | null) => input?.focus()

function useShake(field: { current: HTMLElement | null }, wrongGuesses: number) {
  const isStill = useReducedMotion()
  const shaken = useRef(wrongGuesses)
  useEffect(() => {
    if (shaken.current === wrongGuesses) return
    shaken.current = wrongGuesses
    if (isStill) return
    const aside = [0, -6, 6, -4, 4, 0].map((px) => ({ transform: `translateX(${px}px)` }))
    field.current?.animate(aside, { duration: 300, easing: 'ease-out' })
  }, [wrongGuesses, isStill, field])
}

import { useReducedMotion } from '@mantine/hooks'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Tiles.module.css'

const SHUFFLE_MS = 300

interface Props {
  letters: string
  guess: string
  onGuess: (guess: string) => void
}

/**
 * The letters as tiles. A press adds the letter to the guess, and another press removes it. When the order changes,
 * each tile glides to its new place.
 */
export function LetterTiles({ letters, guess, onGuess }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const tiles = named(letters)
  const usedAt = placesInGuess(letters, guess)
  useGlide(list, tiles)
  const press = (tile: number) => {
    const used = usedAt[tile] ?? -1
    onGuess(used < 0 ? guess + letters[tile] : guess.slice(0, used) + guess.slice(used + 1))
  }
  return (
    <div ref={list} className={classes.tiles} style={{ '--letters': letters.length } as CSSProperties}>
      {tiles.map((name, at) => (
        <button
          key={name}
          type="button"
          data-tile={name}
          className={classes.tile}
          aria-label={t('puzzle.letter', { letter: letters[at]?.toUpperCase() })}
          aria-pressed={(usedAt[at] ?? -1) >= 0}
          onClick={() => press(at)}
        >
          {letters[at]}
        </button>
      ))}
    </div>
  )
}

/** Each letter with its number among equal letters, which identifies a tile in every order: e1, e2. */
function named(letters: string): string[] {
  const seen: Record<string, number> = {}
  return [...letters].map((letter) => {
    seen[letter] = (seen[letter] ?? 0) + 1
    return letter + seen[letter]
  })
}

/** Index in the guess for each tile, −1 for a tile that is not in the guess. */
function placesInGuess(letters: string, guess: string): number[] {
  const left = [...guess.toLowerCase()]
  return [...letters].map((letter) => {
    const at = left.indexOf(letter)
    if (at >= 0) left[at] = ''
    return at
  })
}

function useGlide(list: { current: HTMLElement | null }, tiles: readonly string[]) {
  const isStill = useReducedMotion()
  const places = useRef(new Map<string, number>())
  const order = tiles.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order moves the tiles
  useLayoutEffect(() => {
    for (const tile of list.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? []) {
      const name = tile.dataset.tile ?? ''
      const before = places.current.get(name)
      places.current.set(name, tile.offsetLeft)
      if (before === undefined || before === tile.offsetLeft || isStill) continue
      tile.animate([{ transform: `translateX(${before - tile.offsetLeft}px)` }, { transform: 'none' }], {
        duration: SHUFFLE_MS,
        easing: 'cubic-bezier(.2, 0, 0, 1)',
      })
    }
  }, [order])
}

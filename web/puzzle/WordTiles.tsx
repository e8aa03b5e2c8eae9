import type { CSSProperties } from 'react'
import classes from './Tiles.module.css'

/** A word as tiles, to read only. */
export function WordTiles({ word, isWon }: { word: string; isWon: boolean }) {
  return (
    <p className={classes.tiles} style={{ '--letters': word.length } as CSSProperties}>
      <span className={classes.unseen}>{word}</span>
      {[...word].map((letter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the word does not change
        <span key={at} className={classes.tile} data-won={isWon || undefined} aria-hidden="true">
          {letter}
        </span>
      ))}
    </p>
  )
}

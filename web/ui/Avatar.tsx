import { here } from '../base.ts'
import classes from './Avatar.module.css'

/** Picture of the person, or the initials of the first and the last name. */
export function Avatar({ name, url, size = 28 }: { name: string; url: string | null; size?: number }) {
  const style = { width: size, height: size, fontSize: Math.max(11, size * 0.38) }
  if (url) return <img className={classes.avatar} src={here(url)} alt="" style={style} />
  // The style sheet draws the initials: text in the page would become part of the name of the surrounding button.
  return <span className={classes.avatar} style={style} aria-hidden="true" data-initials={initials(name)} />
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

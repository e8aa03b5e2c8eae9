import { HelpHint } from './HelpHint.tsx'
import classes from './HintedHeading.module.css'
import type { NumberSection } from './numberSections.ts'

/** Heading of a page of numbers, with a help link. */
export function HintedHeading(props: { title: string; section: NumberSection; hint?: string }) {
  const { title, ...rest } = props
  return (
    <div className={classes.heading}>
      <h1>{title}</h1>
      <HelpHint about={title} {...rest} />
    </div>
  )
}

import { HelpHint } from './HelpHint.tsx'
import classes from './HintedHeading.module.css'
import type { NumberSection } from './numberSections.ts'

/** The heading of a page of numbers. */
export function HintedHeading(props: { title: string; section: NumberSection; hint?: string }) {
  const { title, ...rest } = props
  return (
    <div className={classes.heading}>
      <h1>{title}</h1>
      <HelpHint about={title} {...rest} />
    </div>
  )
}

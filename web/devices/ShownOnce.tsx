import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { copyText } from '../ui/copyText.ts'
import classes from './devices.module.css'

interface Props {
  text: string
  /** Name of the button that copies the text. */
  copy: string
  children: ReactNode
}

/** A secret or an address that is shown once, with a button that copies it. */
export function ShownOnce({ text, copy, children }: Props) {
  return (
    <div className={classes.copied}>
      <pre className={classes.lines}>
        <code>{text}</code>
      </pre>
      <Button variant="default" onClick={() => void copyText(text)}>
        {copy}
      </Button>
      {children}
    </div>
  )
}

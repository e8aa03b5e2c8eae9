import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import html from '../../../docs/numbers.md?article'
import classes from './NumbersDocument.module.css'

/** The document on numbers that comes with the source, at the section that the address names. */
export function NumbersDocument() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const section = document.getElementById(hash)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [hash])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own document when the console is built
  return <div className={classes.document} dangerouslySetInnerHTML={{ __html: html }} />
}

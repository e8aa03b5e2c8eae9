import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import html from '../../../docs/numbers.md?article'
import { currentLanguage } from '../../i18n/i18n.ts'
import classes from './NumbersDocument.module.css'

/** The document on numbers that comes with the source, at the section that the address names. */
export function NumbersDocument() {
  const { t } = useTranslation()
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const section = document.getElementById(hash)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [hash])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it from our own document
  const article = <div className={classes.document} lang="en" dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <>
      {currentLanguage() !== 'en' && <p>{t('resources.englishOnly')}</p>}
      {article}
    </>
  )
}

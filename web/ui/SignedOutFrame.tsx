import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, LANGUAGES, type Language } from '../i18n/i18n.ts'
import { CompassCard } from './CompassCard.tsx'
import { Logo } from './Logo.tsx'
import classes from './SignedOutFrame.module.css'

/** Frame of pages before sign-in: the form on one side, a compass card on the other. */
export function SignedOutFrame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <div className={classes.frame}>
      <main className={classes.panel}>
        <Logo word size={28} />
        <div className={classes.content}>{children}</div>
        <footer className={classes.footer}>
          {footer}
          <div className={classes.languages}>
            {(Object.keys(LANGUAGES) as Language[]).map((language) => (
              <button
                key={language}
                type="button"
                lang={language}
                aria-pressed={i18n.language === language}
                onClick={() => changeLanguage(language)}
              >
                {LANGUAGES[language]}
              </button>
            ))}
          </div>
        </footer>
      </main>
      <CompassCard />
    </div>
  )
}

import { t } from 'i18next'
import { Component, type ReactNode } from 'react'
import { here } from '../base.ts'
import { shownScheme } from '../preferences/shownScheme.ts'
import classes from './CrashBoundary.module.css'
import { mailTo } from './mailTo.ts'
import { tokens } from './tokens.ts'

/** Addresses that the operator configured; each may be missing. */
export interface Addresses {
  website_url?: string | null
  support_email?: string | null
}

interface Props {
  children: ReactNode
  /** Addresses for reports and the product's website, if known. */
  addresses?: () => Addresses | undefined
}

/** Last screen for a crash outside every page. It uses no component that may have crashed. */
export class CrashBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <Crash {...this.props.addresses?.()} /> : this.props.children
  }
}

function Crash({ website_url, support_email }: Addresses) {
  const { bg, text1, text3, accentText } = tokens[shownScheme()].neutral
  return (
    <main className={classes.page} style={{ background: bg, color: text1 }} role="alert">
      <p style={{ color: text3 }}>{t('error.error500')}</p>
      <h1>{t('error.oops')}</h1>
      <p className={classes.links} style={{ color: accentText }}>
        {/* Loads the page again, because the router may have crashed. */}
        <a href={here('/')}>Taffrail</a>
        {website_url && <a href={website_url}>{t('error.website')}</a>}
        {support_email && (
          <a href={mailTo(support_email, t('feedback.bugSubject'))}>{t('error.sendFeedback')}</a>
        )}
      </p>
    </main>
  )
}

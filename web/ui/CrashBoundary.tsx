import { t } from 'i18next'
import { Component, type ReactNode } from 'react'
import classes from './CrashBoundary.module.css'
import { mailTo } from './mailTo.ts'
import { tokens } from './tokens.ts'

interface Props {
  children: ReactNode
  /** Where to write about it, as far as that is known. */
  supportEmail?: () => string | null | undefined
}

/** The last screen there is, for a crash outside every page. It uses nothing that may be what crashed. */
export class CrashBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <Crash address={this.props.supportEmail?.()} /> : this.props.children
  }
}

function Crash({ address }: { address: string | null | undefined }) {
  const scheme = document.documentElement.dataset.mantineColorScheme === 'light' ? 'light' : 'dark'
  const { bg, text1, text3, accentText } = tokens[scheme].neutral
  return (
    <main className={classes.page} style={{ background: bg, color: text1 }} role="alert">
      <p style={{ color: text3 }}>{t('error.error500')}</p>
      <h1>{t('error.oops')}</h1>
      <p className={classes.links} style={{ color: accentText }}>
        {/* A whole new load, not a link of the router: that may be gone. */}
        <a href="/">Binnacle</a>
        {address && <a href={mailTo(address, t('feedback.bugSubject'))}>{t('error.sendFeedback')}</a>}
      </p>
    </main>
  )
}

import { useState } from 'react'
import type { SignInOutcome } from '../../api/signIn.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'

/** The address as typed so far, which outlives a change of the way in. */
export interface EmailState {
  email: string
  onEmail: (email: string) => void
}

/** First the address, then the code that was mailed to it. */
export function CodeSignIn({
  email,
  onEmail,
  onDone,
}: EmailState & { onDone: (outcome: SignInOutcome) => Promise<void> }) {
  const [sent, setSent] = useState(false)
  return sent ? (
    <CodeStep email={email} onChangeEmail={() => setSent(false)} onDone={onDone} />
  ) : (
    <EmailStep email={email} onEmail={onEmail} onSent={() => setSent(true)} />
  )
}

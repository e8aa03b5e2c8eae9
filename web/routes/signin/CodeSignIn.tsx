import { useState } from 'react'
import type { SignInOutcome } from '../../api/signIn.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'

/** Typed email address, which is kept when the user changes the way to sign in. */
export interface EmailState {
  email: string
  onEmail: (email: string) => void
}

/** Asks for the email address, then for the mailed code. */
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

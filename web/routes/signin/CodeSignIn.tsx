import { useState } from 'react'
import type { SignInOutcome } from '../../api/signIn.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'

/** First the address, then the code that was mailed to it. */
export function CodeSignIn({ onDone }: { onDone: (outcome: SignInOutcome) => void }) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  return sent ? (
    <CodeStep email={email} onChangeEmail={() => setSent(false)} onDone={onDone} />
  ) : (
    <EmailStep email={email} onEmail={setEmail} onSent={() => setSent(true)} />
  )
}

import { useState } from 'react'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'

/** First the address, then the code that was mailed to it. */
export function CodeSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  return sent ? (
    <CodeStep email={email} onChangeEmail={() => setSent(false)} onSignedIn={onSignedIn} />
  ) : (
    <EmailStep email={email} onEmail={setEmail} onSent={() => setSent(true)} />
  )
}

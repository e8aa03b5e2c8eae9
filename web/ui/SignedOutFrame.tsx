import type { ReactNode } from 'react'
import { CompassCard } from './CompassCard.tsx'
import { Logo } from './Logo.tsx'
import classes from './SignedOutFrame.module.css'

/** Pages before sign-in: the form on one side, the compass card of a binnacle on the other. */
export function SignedOutFrame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className={classes.frame}>
      <main className={classes.panel}>
        <Logo word size={28} />
        <div className={classes.content}>{children}</div>
        <footer>{footer}</footer>
      </main>
      <CompassCard />
    </div>
  )
}

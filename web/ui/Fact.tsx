import type { ReactNode } from 'react'
import { Missing } from './Quantity.tsx'

/** A name and what goes by it, in a list of such. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children ?? <Missing />}</dd>
  </div>
)

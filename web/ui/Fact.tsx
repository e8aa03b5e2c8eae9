import type { ReactNode } from 'react'
import { Missing } from './Quantity.tsx'

/** Name and value in a list of facts. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children ?? <Missing />}</dd>
  </div>
)

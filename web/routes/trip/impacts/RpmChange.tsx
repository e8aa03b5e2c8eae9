import { Missing, Quantity } from '../../../ui/Quantity.tsx'

/** A change has its sign, also when it is a plus. */
export function RpmChange({ rpm }: { rpm: number | null }) {
  if (rpm === null) return <Missing />
  return (
    <span>
      {Math.round(rpm) > 0 && '+'}
      <Quantity value={rpm} unit="rpm" />
    </span>
  )
}

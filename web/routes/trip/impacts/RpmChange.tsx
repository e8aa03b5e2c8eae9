import { Missing, Quantity } from '../../../ui/Quantity.tsx'

/** Change of engine speed with its sign, also a plus. */
export function RpmChange({ rpm }: { rpm: number | null }) {
  if (rpm === null) return <Missing />
  return (
    <span>
      {Math.round(rpm) > 0 && '+'}
      <Quantity value={rpm} unit="rpm" />
    </span>
  )
}

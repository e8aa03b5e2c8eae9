import { useFormats } from '../../i18n/useFormats.ts'
import { Duration, Missing, Quantity } from '../../ui/Quantity.tsx'

interface Props {
  value: number | null
  unit: string
  decimals?: number | undefined
}

/** A figure of a table: a count, a time, or a quantity. */
export function FigureValue({ value, unit, decimals }: Props) {
  const formats = useFormats()
  if (value === null) return <Missing />
  if (unit === '') return formats.number(value)
  return unit === 'min' ? (
    <Duration minutes={value} />
  ) : (
    <Quantity value={value} unit={unit} {...(decimals === undefined ? {} : { decimals })} />
  )
}

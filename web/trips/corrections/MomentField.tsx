import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fromLocalField, type Span, toLocalField } from './tripSpan.ts'

interface Props {
  label: string
  ms: number
  within: Span
  onChange: (ms: number) => void
}

/** A moment to the second, for when the slider is too coarse. What lies outside is not taken. */
export function MomentField({ label, ms, within, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      min={toLocalField(within.fromMs)}
      max={toLocalField(within.toMs)}
      value={typed ?? toLocalField(ms)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const next = fromLocalField(value)
        if (next !== null && next >= within.fromMs && next <= within.toMs) onChange(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

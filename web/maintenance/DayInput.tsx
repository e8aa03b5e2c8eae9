import { Input } from '@mantine/core'
import { DayField } from '../forms/DayField.tsx'
import type { Field } from '../forms/useForm.ts'
import { useProblemWords } from '../forms/useProblemWords.ts'

interface Props {
  field: Pick<Field<string | null | undefined>, 'value' | 'problem'> & { onChange: (day: string) => void }
  label: string
  /** Last day that can be chosen. */
  until: string
}

/** Day of a form with its label and problem. */
export function DayInput({ field, label, until }: Props) {
  const words = useProblemWords()
  return (
    <Input.Wrapper label={label} error={field.problem ? words(field.problem) : null}>
      <DayField label={label} day={field.value ?? null} until={until} onChange={field.onChange} />
    </Input.Wrapper>
  )
}

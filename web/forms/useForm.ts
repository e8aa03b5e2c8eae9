import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { problemsOf } from './problemsOf.ts'

export interface Field<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  /** Problem of the field, in English as in the contract; undefined until the user has tried to send the form. */
  problem: string | undefined
  required: boolean
  /** Value that another user has stored since the form was opened. */
  theirs?: Value | undefined
}

export interface Form<Values> {
  values: Values
  /** True when any value differs from its initial value. */
  changed: boolean
  set: (changed: Partial<Values>) => void
  field: <Name extends keyof Values & string>(name: Name) => Field<Values[Name]>
  /** Shows a problem from the server at a field until its value changes. */
  refuse: (name: keyof Values & string, problem: string) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Form that follows a schema of the contract. It shows no problem before the first submit. After that each field
 * shows its problem during typing, and the first invalid field gets the focus.
 */
export function useForm<Schema extends z.ZodObject>(
  schema: Schema,
  initial: z.input<Schema>,
  onValid: (values: z.output<Schema>) => void,
): Form<z.input<Schema>> {
  type Values = z.input<Schema>
  const [values, setValues] = useState(initial)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const problems = tried ? { ...problemsOf(schema, values), ...refused } : refused

  const set = (changed: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changed }))
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changed))))
  }
  return {
    values,
    changed: JSON.stringify(values) !== JSON.stringify(initial),
    set,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
      problem: problems[name],
      required: ![undefined, null].some(
        (empty) => (schema.shape[name] as z.ZodType).safeParse(empty).success,
      ),
    }),
    refuse: (name, problem) => setRefused((now) => ({ ...now, [name]: problem })),
    onSubmit: (event) => {
      event.preventDefault()
      setTried(true)
      const parsed = schema.safeParse(values)
      if (parsed.success) return onValid(parsed.data)
      const wrong = problemsOf(schema, values)
      const inputs = [...event.currentTarget.elements]
      const first = inputs.find((input) => (input.getAttribute('name') ?? '') in wrong)
      if (first instanceof HTMLElement) first.focus()
    },
  }
}

import type { Field } from '../forms/useForm.ts'

/** A time that cannot be empty, for a field that can. */
export const timeField = (field: Field<string>): Field<string | null> => ({
  ...field,
  onChange: (at) => at !== null && field.onChange(at),
})

import { useState } from 'react'
import type { z } from 'zod'
import type { Expected } from '#contract/wire/optimisticLock.ts'
import { toast } from '../toasts/toast.ts'
import { type Form, useForm } from './useForm.ts'
import { type Save, useSave } from './useSave.ts'

type Change<Schema extends z.ZodObject> = Partial<z.output<Schema>> & { expected: Expected<Schema> }

interface Edit<Schema extends z.ZodObject, Output> extends Omit<Save<never, Output>, 'save' | 'atField'> {
  schema: Schema
  /** Stored values, in the form's shape. */
  stored: z.input<Schema>
  readAgain: () => Promise<z.input<Schema>>
  send: (change: Change<Schema>) => Promise<Output>
}

/**
 * Form for a record that other users may change too. It sends the changed values with their previous values. When
 * another user changed the same values meanwhile, the fields show both before overwriting.
 */
export function useEdit<Schema extends z.ZodObject, Output>(props: Edit<Schema, Output>) {
  type Values = z.input<Schema>
  const { schema, stored, readAgain, send, onSaved, ...saving } = props
  // `begun` keeps the values from the start of the change; `theirs` holds the values that another user has stored
  // since.
  const [begun, setBegun] = useState(stored)
  const [theirs, setTheirs] = useState<Values | null>(null)
  const isChanged = (name: keyof Values) => isOther(form.values[name], begun[name])
  const form: Form<Values> = useForm(schema, begun, (values) => {
    const names = Object.keys(begun).filter(isChanged)
    save.mutate({ ...pick(values, names), expected: pick(theirs ?? begun, names) } as Change<Schema>)
  })
  const save = useSave({
    ...saving,
    save: send,
    atField: [
      { code: 'conflict', show: () => void lookAgain() },
      { code: 'NAME_IN_USE', show: ({ message }) => form.refuse('name' as keyof Values & string, message) },
    ],
    onSaved: (output) => {
      setBegun(form.values)
      setTheirs(null)
      onSaved?.(output)
    },
  })
  async function lookAgain() {
    try {
      setTheirs(await readAgain())
    } catch {
      toast.failure(saving.failure)
    }
  }
  const field: typeof form.field = (name) => {
    // Two users who chose the same value leave nothing to decide.
    const isTheirs =
      theirs &&
      isChanged(name) &&
      isOther(theirs[name], begun[name]) &&
      isOther(theirs[name], form.values[name])
    return { ...form.field(name), theirs: isTheirs ? theirs[name] : undefined }
  }
  return { form: { ...form, field }, save, isChangedMeanwhile: theirs !== null }
}

const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

const pick = (values: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

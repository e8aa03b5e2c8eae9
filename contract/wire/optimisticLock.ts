import { z } from 'zod'

/** Fields of a form, as the sender last read them. */
export type Expected<Form extends z.ZodObject> = {
  [Name in keyof z.input<Form>]?: z.input<Form>[Name] | undefined
}

/**
 * Values of the changed fields as the sender last read them. With these, the call fails with `conflict` when
 * another user has changed one of the fields since; the message names the fields. The values are not
 * validated, because the form may require more today than when they were stored.
 */
export function expectedValues<Form extends z.ZodObject>(form: Form) {
  const names = Object.keys(form.shape)
  const field = (name: string) =>
    z.unknown().optional().describe(`Value of \`${name}\` when the sender last read it.`)
  const held = z.object(Object.fromEntries(names.map((name) => [name, field(name)])))
  return held.optional() as unknown as z.ZodOptional<z.ZodType<Expected<Form>>>
}

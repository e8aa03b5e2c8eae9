import { z } from 'zod'

/** The fields of a form, as somebody held them. */
export type Expected<Form extends z.ZodObject> = {
  [Name in keyof z.input<Form>]?: z.input<Form>[Name] | undefined
}

/**
 * What the fields of a change were when its sender read them. With it, it is a `conflict` to write over what somebody else
 * has made of one of them since, and its message names these. The form may demand more today than when they were stored, so
 * their values are taken as they come.
 */
export function expectedValues<Form extends z.ZodObject>(form: Form) {
  const names = Object.keys(form.shape)
  const field = (name: string) =>
    z.unknown().optional().describe(`Value of \`${name}\` when the sender last read it.`)
  const held = z.object(Object.fromEntries(names.map((name) => [name, field(name)])))
  return held.optional() as unknown as z.ZodOptional<z.ZodType<Expected<Form>>>
}

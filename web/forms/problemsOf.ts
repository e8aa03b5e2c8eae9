import type { z } from 'zod'

/** The first problem of each field, by the field's name. */
export function problemsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values)
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) problems[String(path[0])] ??= message
  return problems
}

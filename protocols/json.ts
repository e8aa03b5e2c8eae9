export type JsonRecord = Readonly<Record<string, unknown>>

/** Undefined when the text is no JSON, or nests deeper than the parser can go. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

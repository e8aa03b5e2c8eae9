import { isDeepStrictEqual } from 'node:util'
import { Problem } from '#contract/wire/errors.ts'

/**
 * Prevents a caller from overwriting unseen changes: a changed field must still be as the caller read it, or already as
 * wanted. Belongs in the transaction of the change, once its row is locked.
 */
export function requireFresh(
  now: object,
  { expected = {}, ...wanted }: { expected?: object | undefined },
): void {
  const theirs = Object.entries(expected).filter(([name, seen]) => {
    const [present, want] = [partOf(now, name), partOf(wanted, name)]
    return want !== undefined && !holds(present, seen) && !holds(present, want)
  })
  if (theirs.length === 0) return
  const names = theirs.map(([name]) => name).join(', ')
  throw new Problem('conflict', `Changed by somebody else in the meantime: ${names}.`)
}

/** Compares only the sent parts of a composite value; for a form, empty and absent values are equal. */
function holds(value: unknown, expected: unknown): boolean {
  if (typeof expected === 'object' && expected !== null && !Array.isArray(expected))
    return Object.entries(expected).every(([name, part]) => holds(partOf(value, name), part))
  return isDeepStrictEqual(value ?? '', expected ?? '')
}

const partOf = (whole: unknown, name: string): unknown =>
  typeof whole === 'object' && whole !== null && Object.hasOwn(whole, name)
    ? whole[name as keyof typeof whole]
    : undefined

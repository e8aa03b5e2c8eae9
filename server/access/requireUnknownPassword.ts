import { Problem } from '#contract/wire/errors.ts'
import { lazily } from '#server/platform/lazily.ts'

/** The most frequent passwords of published thefts, in lower case. Loaded on demand: it takes a fifth of a second. */
const stolenPasswords = lazily(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})

/** Throws PASSWORD_BREACHED. */
export async function requireUnknownPassword(password: string): Promise<void> {
  if ((await stolenPasswords()).has(password.toLowerCase())) throw new Problem('PASSWORD_BREACHED')
}

import { useComputedColorScheme } from '@mantine/core'
import { type Scheme, type Tokens, tokens } from './tokens.ts'

/** Colours of the scheme in use, for what draws outside CSS. */
export function useTokens(): Tokens {
  return tokens[useScheme()]
}

export function useScheme(): Scheme {
  return useComputedColorScheme('dark')
}

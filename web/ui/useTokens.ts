import { useComputedColorScheme } from '@mantine/core'
import { usePrinting } from './printing.ts'
import { type Scheme, type Tokens, tokens } from './tokens.ts'

/** Colours of the scheme in use, for what draws outside CSS. */
export function useTokens(): Tokens {
  return tokens[useScheme()]
}

export function useScheme(): Scheme {
  const scheme = useComputedColorScheme('dark')
  return usePrinting() ? 'light' : scheme
}

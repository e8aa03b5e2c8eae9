import { useShownScheme } from '../preferences/shownScheme.ts'
import { usePrinting } from './printing.ts'
import { type Scheme, type Tokens, tokens } from './tokens.ts'

/** Colours of the current scheme, for drawing outside CSS. */
export function useTokens(): Tokens {
  return tokens[useScheme()]
}

export function useScheme(): Scheme {
  const scheme = useShownScheme()
  return usePrinting() ? 'light' : scheme
}

import { useMediaQuery } from '@mantine/hooks'
import { usePrinting } from './printing.ts'

/** Whether the page is as narrow as the style sheets mean by a phone; known from the first render on. */
export function usePhone(): boolean {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  // A sheet is as narrow, and is no phone.
  return !usePrinting() && isNarrow
}

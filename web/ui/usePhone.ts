import { useMediaQuery } from '@mantine/hooks'
import { usePrinting } from './printing.ts'

/** True when the page is as narrow as a phone in the style sheets; valid from the first render on. */
export function usePhone(): boolean {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  // A printed sheet is as narrow, and is no phone.
  return !usePrinting() && isNarrow
}

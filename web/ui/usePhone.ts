import { useMediaQuery } from '@mantine/hooks'

/** Whether the page is as narrow as the style sheets mean by a phone; known from the first render on. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })

import { createContext } from 'react'

/** What the time axes of a page of figures span, so that they stand in line; null is left to what there is to draw. */
export const DaysShown = createContext<{ fromMs: number | null; toMs: number | null }>({
  fromMs: null,
  toMs: null,
})

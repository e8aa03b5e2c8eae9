import { createContext } from 'react'

/** Time range of all plots on a page of figures, so that their axes align. Null takes the end from the data. */
export const DaysShown = createContext<{ fromMs: number | null; toMs: number | null }>({
  fromMs: null,
  toMs: null,
})

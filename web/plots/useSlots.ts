import { useState } from 'react'
import { type Slots, slotsOf } from './chosenSeries.ts'

/** Colour slots of a plot's series; a series keeps its slot while it is shown. */
export function useSlots(fields: readonly string[]): Slots {
  const [given, setGiven] = useState(() => ({ fields, slots: slotsOf(fields) }))
  if (given.fields === fields) return given.slots
  const slots = slotsOf(fields, given.slots)
  setGiven({ fields, slots })
  return slots
}

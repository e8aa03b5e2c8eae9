import type { Position } from '#contract/geodesy/position.ts'
import { writePosition } from '../../map/chartTools/positionText.ts'
import { useLetters } from '../../map/chartTools/useLetters.ts'
import { usePreference } from '../../preferences/preferences.ts'

/** Writes a position in the form that the user has chosen. */
export function useSpokenPlace(): (place: Position) => string {
  const letters = useLetters()
  const format = usePreference('position-format')
  return (place) => writePosition(place, format, letters)
}

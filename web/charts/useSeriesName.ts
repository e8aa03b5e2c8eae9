import { useCallback } from 'react'
import { parseField, seriesLabel } from '#contract/series.ts'
import { useUser } from '../api/user.ts'

/** What a field is called: `Engine speed 2`. */
export function useSeriesName(): (field: string) => string {
  const hasComfortSpeed = useUser().company.settings.has_comfort_speed
  return useCallback(
    (field) => {
      const parsed = parseField(field)
      if (!parsed) return field
      const label = seriesLabel(parsed.key, hasComfortSpeed)
      return parsed.instance === 0 ? label : `${label} ${parsed.instance}`
    },
    [hasComfortSpeed],
  )
}

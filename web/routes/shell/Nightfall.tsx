import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { measuredMs } from '#contract/wire/vessel.ts'
import { useVessels, type VesselStates } from '../../live/vesselStates.ts'
import { nightEndMs } from '../../preferences/nightEnd.ts'
import { setPreference, usePreference } from '../../preferences/preferences.ts'

/** Follows the sun at the vessel of the page, or else at the vessel whose position is the newest. */
export function Nightfall() {
  const { vesselId } = useParams({ strict: false })
  const { vessel } = useSearch({ strict: false })
  const seen = useVessels((states) => placeOf(states, vesselId ?? vessel))
  const place = usePreference('night-place')
  useEffect(() => {
    if (seen) setPreference('night-place', seen)
  }, [seen])
  useEffect(() => {
    const [latitudeDeg, longitudeDeg] = place.split(' ').map(Number)
    if (latitudeDeg === undefined || longitudeDeg === undefined) return
    const look = () => setPreference('night-until', nightEndMs(Date.now(), { latitudeDeg, longitudeDeg }))
    look()
    const timer = setInterval(look, MINUTE_MS)
    return () => clearInterval(timer)
  }, [place])
  return null
}

/** Latitude and longitude to a tenth of a degree, which is half a minute of the sun; null without a current position. */
function placeOf(states: VesselStates, vesselId: string | undefined): string | null {
  let found = vesselId ? states.get(vesselId) : undefined
  if (found?.latitudeDeg == null) {
    let newestMs = Number.NEGATIVE_INFINITY
    for (const vessel of states.values()) {
      const ms = measuredMs(vessel, 'position')
      if (vessel.latitudeDeg === null || ms === null || ms <= newestMs) continue
      newestMs = ms
      found = vessel
    }
  }
  const { latitudeDeg = null, longitudeDeg = null } = found ?? {}
  if (latitudeDeg === null || longitudeDeg === null) return null
  return `${latitudeDeg.toFixed(1)} ${longitudeDeg.toFixed(1)}`
}

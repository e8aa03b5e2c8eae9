import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { beaconsQuery } from '../api/aisTargets.ts'
import { lazyPart } from '../loading/parts.ts'
import { usePreference } from '../preferences/preferences.ts'

const ShownAis = lazyPart(() => import('./ShownAis.tsx').then((loaded) => loaded.ShownAis))

/**
 * Ships that the fleet receives, when the user turns AIS targets on; distress beacons show always. The code of the layer
 * loads only once there is something to show.
 */
export function AisLayer() {
  const showsShips = usePreference('ais-targets')
  const { data } = useQuery({ ...beaconsQuery, enabled: !showsShips })
  const hasBeacon = data?.data.some(({ beacon }) => beacon !== null)
  return showsShips || hasBeacon ? (
    <Suspense>
      <ShownAis />
    </Suspense>
  ) : null
}

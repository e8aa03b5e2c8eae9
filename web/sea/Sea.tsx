import { Suspense } from 'react'
import { lazyPart } from '../loading/parts.ts'
import { usePreference } from '../preferences/preferences.ts'

const ShownSea = lazyPart(() => import('./ShownSea.tsx').then((loaded) => loaded.ShownSea))

/** Forecast of wind, waves or current on the fleet map. Its code and its data load only after the user turns it on. */
export function Sea() {
  const kind = usePreference('sea')
  return kind === 'off' ? null : (
    <Suspense>
      <ShownSea kind={kind} />
    </Suspense>
  )
}

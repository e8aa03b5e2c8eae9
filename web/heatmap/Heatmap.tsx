import { Suspense } from 'react'
import { usePermission } from '../api/user.ts'
import { lazyPart } from '../loading/parts.ts'
import { usePreference } from '../preferences/preferences.ts'

const ShownHeatmap = lazyPart(() => import('./ShownHeatmap.tsx').then((loaded) => loaded.ShownHeatmap))

/** Heatmap of the fleet. Its code and its data load only after the user turns it on. */
export function Heatmap() {
  const enabled = usePreference('heatmap')
  const allowed = usePermission('department:trip-view')
  return enabled && allowed ? (
    <Suspense>
      <ShownHeatmap />
    </Suspense>
  ) : null
}

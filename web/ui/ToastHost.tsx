import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '../loading/parts.ts'
import { toast } from '../toasts/toast.ts'

const Toasts = lazyPart(() => import('./Toasts.tsx').then((loaded) => loaded.Toasts))

/** Place of the toasts, which loads with the first toast. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toast.onFirst, toast.wanted)
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}

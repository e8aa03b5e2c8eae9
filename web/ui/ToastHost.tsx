import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '../loading/parts.ts'
import { toast } from '../toasts/toast.ts'

const Toasts = lazyPart(() => import('./Toasts.tsx').then((loaded) => loaded.Toasts))

/** Where toasts appear; loads only when there is a first one. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toast.onFirst, toast.wanted)
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}

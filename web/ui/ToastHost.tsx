import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toast } from './toast.ts'

const Toasts = lazy(() => import('./Toasts.tsx').then((loaded) => ({ default: loaded.Toasts })))

/** Where toasts appear; loads only when there is a first one. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toast.onFirst, toast.wanted)
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}

import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '../loading/parts.ts'
import { toast } from '../toasts/toast.ts'

const WithLibrary = lazyPart(() =>
  import('./ToastsWithLibrary.tsx').then((loaded) => loaded.ToastsWithLibrary),
)

/** Where toasts appear on a page that has no component library until there is a first one. */
export function LoneToasts() {
  const wanted = useSyncExternalStore(toast.onFirst, toast.wanted)
  return wanted ? (
    <Suspense>
      <WithLibrary />
    </Suspense>
  ) : null
}

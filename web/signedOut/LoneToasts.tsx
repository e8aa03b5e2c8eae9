import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '../loading/parts.ts'
import { toast } from '../toasts/toast.ts'

const WithLibrary = lazyPart(() =>
  import('./ToastsWithLibrary.tsx').then((loaded) => loaded.ToastsWithLibrary),
)

/** Place of the toasts on a page without the component library, which loads with the first toast. */
export function LoneToasts() {
  const wanted = useSyncExternalStore(toast.onFirst, toast.wanted, toast.wanted)
  return wanted ? (
    <Suspense>
      <WithLibrary />
    </Suspense>
  ) : null
}

import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../loading/parts.ts'
import type { MapSettings as Loaded } from './MapSettings.tsx'

const MapSettings = lazyPart(() => import('./MapSettings.tsx').then((loaded) => loaded.MapSettings))

/** Loads the settings of the map when the user opens them. */
export function LazyMapSettings(props: ComponentProps<typeof Loaded>) {
  const { opened } = props
  // They stay after that, so that the drawer also closes as it opens.
  const [wasOpened, setWasOpened] = useState(opened)
  useEffect(() => {
    if (opened) setWasOpened(true)
  }, [opened])
  return wasOpened ? (
    <Suspense>
      <MapSettings {...props} />
    </Suspense>
  ) : null
}

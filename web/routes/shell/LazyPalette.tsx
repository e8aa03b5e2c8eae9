import { useHotkeys } from '@mantine/hooks'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart, untilHad } from '../../loading/parts.ts'
import { toast } from '../../toasts/toast.ts'

const Palette = lazyPart(() => import('./Palette.tsx').then((loaded) => loaded.Palette))

/** Delay in which the page itself can load first, ms. */
const QUIET_MS = 3000

/** The palette loads at its first use, or when nothing else is loading. Ctrl/Cmd+K opens it anywhere. */
export function LazyPalette({ onToggleSidebar }: { onToggleSidebar: () => void }) {
  const [isWanted, setWanted] = useState(false)
  useHotkeys([['mod+K', () => void openPalette()]], [], true)
  useEffect(() => {
    const want = () => setWanted(true)
    addEventListener(OPENED, want)
    const timer = setTimeout(() => {
      want()
      toast.prepare()
    }, QUIET_MS)
    return () => {
      removeEventListener(OPENED, want)
      clearTimeout(timer)
    }
  }, [])
  return isWanted ? (
    <Suspense>
      <Palette onToggleSidebar={onToggleSidebar} />
    </Suspense>
  ) : null
}

const OPENED = 'palette-opened'

export async function openPalette() {
  dispatchEvent(new Event(OPENED))
  const { spotlight } = await untilHad(() => import('@mantine/spotlight'))
  spotlight.toggle()
}

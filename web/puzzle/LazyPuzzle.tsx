import { useDisclosure } from '@mantine/hooks'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../loading/parts.ts'

const PuzzleDialog = lazyPart(() => import('./PuzzleDialog.tsx').then((loaded) => loaded.PuzzleDialog))

/** Dialog of the daily puzzle, loaded at its first use. */
export function LazyPuzzle() {
  const [isWanted, setWanted] = useState(false)
  const [opened, dialog] = useDisclosure(false)
  useEffect(() => {
    const open = () => {
      setWanted(true)
      dialog.open()
    }
    addEventListener(OPENED, open)
    return () => removeEventListener(OPENED, open)
  }, [dialog.open])
  return isWanted ? (
    <Suspense>
      <PuzzleDialog opened={opened} onClose={dialog.close} />
    </Suspense>
  ) : null
}

const OPENED = 'puzzle-opened'

export const openPuzzle = () => dispatchEvent(new Event(OPENED))

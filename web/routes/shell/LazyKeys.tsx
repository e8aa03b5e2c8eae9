import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Suspense, useEffect } from 'react'
import { useKeysHere } from '../../keys/keysHere.ts'
import { lazyPart } from '../../loading/parts.ts'

const KeysDialog = lazyPart(() => import('./KeysDialog.tsx').then((loaded) => loaded.KeysDialog))

const OPENED = 'keys-opened'

export const openKeys = () => void dispatchEvent(new Event(OPENED))

/** A question mark outside a field opens the list of keys, which loads at its first use. */
export function LazyKeys() {
  const [isOpen, { open, close }] = useDisclosure(false)
  useKeysHere('everywhere')
  // Shift is not checked: only some layouts need it for a question mark.
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ])
  useEffect(() => {
    addEventListener(OPENED, open)
    return () => removeEventListener(OPENED, open)
  }, [open])
  return isOpen ? (
    <Suspense>
      <KeysDialog onClose={close} />
    </Suspense>
  ) : null
}

import { Suspense } from 'react'
import { lazyPart } from '../loading/parts.ts'

// Few people ever see a code, so its library is no part of the pages.
const QrModules = lazyPart(() => import('./QrModules.tsx').then((loaded) => loaded.QrModules))

const SIZE_PX = 176

export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <Suspense fallback={<div style={{ width: SIZE_PX, height: SIZE_PX }} />}>
      <QrModules text={text} label={label} size={SIZE_PX} />
    </Suspense>
  )
}

import { lazyPart } from '../loading/parts.ts'

/** Read once somebody wants to guard a boat. */
export const LazyGuardDialog = lazyPart(() =>
  import('./GuardDialog.tsx').then((loaded) => loaded.GuardDialog),
)

import { lazyPart } from '../loading/parts.ts'

/** Loads the dialog when the user opens it. */
export const LazyGuardDialog = lazyPart(() =>
  import('./GuardDialog.tsx').then((loaded) => loaded.GuardDialog),
)

import { lazyPart } from '../../loading/parts.ts'

/** Loads what is still on board after the page of the trip. */
export const LazyDetailOnBoard = lazyPart(() =>
  import('./DetailOnBoard.tsx').then((loaded) => loaded.DetailOnBoard),
)

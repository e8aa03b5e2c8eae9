import { rereadWithNews } from './rereadWithNews.ts'

const REREAD_AFTER_MS = 200

/** Refetches the base map in every console after an area was added or removed. */
export const watchBasemap = () =>
  rereadWithNews('basemap', REREAD_AFTER_MS, [{ queryKey: ['basemap'] }, { queryKey: ['areas'] }])

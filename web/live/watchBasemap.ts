import { rereadWithNews } from './rereadWithNews.ts'

const REREAD_AFTER_MS = 200

/** The map under the fleet is another one soon after an area of it came or went, in every console. */
export const watchBasemap = () =>
  rereadWithNews('basemap', REREAD_AFTER_MS, [{ queryKey: ['basemap'] }, { queryKey: ['areas'] }])

import { installedShores } from './installedShores.ts'

/**
 * The vector basemap. Source-layers and their properties, all in the archive's metadata too:
 *
 * | layer     | geometry | properties |
 * |---|---|---|
 * | `land`    | polygon | none; lakes of 4 km² and more are holes, sea and lakes are where no land is |
 * | `coast`   | line    | `class`: `sea` or `lake`; never runs along a tile border or 180°; may be stroked up to 32 px wide on either side, and twice that for each zoom past the deepest tiles if the map is made with `zoomLevelsToOverscale` large enough (24): else MapLibre cuts the enlarged tiles anew with 16 px to spare |
 * | `border`  | line    | none; borders on land between countries |
 * | `country` | point   | `name`, `name_it`, `name_is`, `minzoom` |
 * | `water`   | point   | `name`, `name_it`, `name_is`, `class`: `ocean`, `sea`, `gulf`, `bay` or `strait`, `minzoom` |
 * | `place`   | point   | `name`, `class`: `capital`, `city`, `town` or `village`, `population`, `minzoom`, `rank` (0 is the most important: use as sort key) |
 *
 * A point is in the tiles of its `minzoom` and deeper; past the deepest tile zoom filter with
 * `['>=', ['zoom'], ['get', 'minzoom']]`. There is no depth: a near-shore band is a wide `coast` line under `land`.
 */
export type WorldArchive = 'coarse' | 'satellite' | 'fine' | 'shores'

/** The best vector world that this machine has the data for: `fine`, or that with the shores of GSHHG in its deepest tiles. */
export const bestWorld = (): 'fine' | 'shores' => (installedShores() ? 'shores' : 'fine')

/**
 * Raise this when an archive would come out differently. It is part of the archive's name, so that browsers
 * may cache it for ever and a new version is cut beside the old one.
 */
const CUT_VERSION = { coarse: 6, satellite: 4, fine: 6, shores: 5 } as const

export const worldArchiveName = (archive: WorldArchive) => `world-${archive}-v${CUT_VERSION[archive]}.pmtiles`

/**
 * Deepest zooms of the tiles; the browser enlarges them beyond. At zoom 8 a tile unit is at most 38 m, a
 * quarter of the distance between points of the fine coastline. At zoom 9 it is a seventh of that of GSHHG.
 * The satellite picture is 4096 pixels round the equator: eight tiles of 512, cut once more to look smooth.
 */
export const MAX_ZOOM = { coarse: 5, fine: 8, shores: 9, satellite: 4 } as const

const NAMES = { name: 'String', name_it: 'String', name_is: 'String' }

export const VECTOR_LAYERS = [
  { id: 'land', fields: {} },
  { id: 'coast', fields: { class: 'String' } },
  { id: 'border', fields: {} },
  { id: 'country', fields: { ...NAMES, minzoom: 'Number' } },
  { id: 'water', fields: { ...NAMES, class: 'String', minzoom: 'Number' } },
  {
    id: 'place',
    fields: { name: 'String', class: 'String', population: 'Number', minzoom: 'Number', rank: 'Number' },
  },
]

/** The part of a tile of MapLibre that tells whether it is drawn. */
export interface DrawnTile {
  tileID: { wrap: number; canonical: { x: number; y: number; z: number } }
  state: string
  /** Number of views that need the tile; 0 while it is only kept. */
  uses: number
  hasData(): boolean
  /** Picture of the tile in px; one pixel for an empty answer. */
  texture?: { size: readonly [number, number] }
}

/** Time after which a tile that has not arrived is late, ms. */
const LATE_MS = 1500

export interface MissingTiles {
  onLoading(tile: DrawnTile, nowMs: number): void
  onFailed(tile: DrawnTile): void
  /** Tiles of the view that are late or failed, and of which no coarser tile is drawn. */
  missing(nowMs: number): DrawnTile[]
  /** True when the server has no picture of a part of the view, also no coarser one. */
  lacksPicture(): boolean
  /** True while a tile may become late. */
  isWaiting(): boolean
}

/** Follows the tiles of one source. An absent tile that the server answered is empty, and not missing. */
export function createMissingTiles(): MissingTiles {
  /** Start of loading, epoch ms, or -Infinity after a failure. */
  const sinceMs = new Map<DrawnTile, number>()
  const inView = (): DrawnTile[] => {
    for (const tile of sinceMs.keys()) if (tile.state === 'unloaded') sinceMs.delete(tile)
    return [...sinceMs.keys()].filter(({ uses }) => uses > 0)
  }
  const isBlank = (tile: DrawnTile) =>
    !tile.hasData() && (tile.state === 'loading' || sinceMs.get(tile) === Number.NEGATIVE_INFINITY)
  return {
    onLoading: (tile, nowMs) => void sinceMs.set(tile, nowMs),
    onFailed: (tile) => void sinceMs.set(tile, Number.NEGATIVE_INFINITY),
    missing(nowMs) {
      const tiles = inView()
      const drawn = new Set(tiles.filter((tile) => tile.hasData()).map(keyOf))
      return tiles.filter(
        (tile) =>
          isBlank(tile) &&
          nowMs - (sinceMs.get(tile) ?? nowMs) >= LATE_MS &&
          !parentsOf(tile).some((key) => drawn.has(key)),
      )
    },
    lacksPicture() {
      const tiles = inView()
      const hasPicture = (tile: DrawnTile) => tile.hasData() && tile.texture?.size[0] !== 1
      const drawn = new Set(tiles.filter(hasPicture).map(keyOf))
      return tiles.some(
        (tile) =>
          !isBlank(tile) &&
          (tile.hasData() || tile.state === 'errored') &&
          !hasPicture(tile) &&
          !parentsOf(tile).some((key) => drawn.has(key)),
      )
    },
    isWaiting: () => inView().some((tile) => isBlank(tile)),
  }
}

const keyOf = ({ tileID: { wrap, canonical } }: DrawnTile) =>
  `${wrap} ${canonical.z} ${canonical.x} ${canonical.y}`

function parentsOf({ tileID: { wrap, canonical } }: DrawnTile): string[] {
  const { x, y, z } = canonical
  return Array.from({ length: z }, (_, i) => `${wrap} ${z - i - 1} ${x >> (i + 1)} ${y >> (i + 1)}`)
}

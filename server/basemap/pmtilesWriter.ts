import { hash } from 'node:crypto'
import { closeSync, fsync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type Compression, type TileType, zxyToTileId } from 'pmtiles'

export type ArchiveDescription = {
  tileType: TileType.Mvt | TileType.Jpeg
  /** How the tiles handed to `add` are packed. */
  tileCompression: Compression.None | Compression.Gzip
  minZoom: number
  maxZoom: number
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number]
  /** Anything JSON; vector archives should name their `vector_layers`. */
  metadata: Record<string, unknown>
}

export type PmtilesWriter = {
  add(z: number, x: number, y: number, tile: Uint8Array): void
  /** Brings the tiles to the disk; in `finish`, this would block all of this process. */
  settle(): Promise<void>
  finish(): void
  /** Leaves nothing of it, in place of `finish`. */
  abandon(): void
}

/**
 * Writes one PMTiles archive, version 3 of https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.
 * Tiles may come in any order, and equal tiles are stored once. All bytes go to a temporary file beside
 * `file`. It takes the name in `finish`, synced and complete, so a killed process leaves no half archive.
 */
export function createPmtilesWriter(file: string, description: ArchiveDescription): PmtilesWriter {
  const partial = `${file}.${process.pid}.partial`
  const descriptor = openSync(partial, 'w')
  const entries: Entry[] = []
  const stored = new Map<string, { offset: number; length: number }>()
  let tileDataLength = 0

  return {
    add(z, x, y, tile) {
      const digest = hash('sha256', tile, 'base64')
      let place = stored.get(digest)
      if (!place) {
        place = { offset: tileDataLength, length: tile.length }
        stored.set(digest, place)
        writeSync(descriptor, tile, 0, tile.length, TILE_DATA_OFFSET + tileDataLength)
        tileDataLength += tile.length
      }
      entries.push({ tileId: zxyToTileId(z, x, y), runLength: 1, ...place })
    },
    abandon() {
      closeSync(descriptor)
      rmSync(partial, { force: true })
    },
    settle: () => promisify(fsync)(descriptor),
    finish() {
      const runs = mergeRuns(entries)
      const { root, leaves } = directories(runs)
      const metadata = gzipSync(JSON.stringify(description.metadata))
      const leavesOffset = TILE_DATA_OFFSET + tileDataLength
      const header = encodeHeader(description, {
        root: [HEADER_LENGTH, root.length],
        metadata: [leavesOffset + leaves.length, metadata.length],
        leaves: [leavesOffset, leaves.length],
        tileData: [TILE_DATA_OFFSET, tileDataLength],
        counts: [entries.length, runs.length, stored.size],
      })
      writeSync(descriptor, Buffer.concat([header, root]), 0, header.length + root.length, 0)
      writeSync(
        descriptor,
        Buffer.concat([leaves, metadata]),
        0,
        leaves.length + metadata.length,
        leavesOffset,
      )
      fsyncSync(descriptor)
      closeSync(descriptor)
      renameSync(partial, file)
    },
  }
}

type Entry = { tileId: number; runLength: number; offset: number; length: number }
type Extent = [offset: number, length: number]

const HEADER_LENGTH = 127
/** Readers fetch this much first: header and root directory must lie within it. Tiles begin after it. */
const TILE_DATA_OFFSET = 16_384
const GZIP = 2 satisfies Compression.Gzip

function mergeRuns(entries: Entry[]): Entry[] {
  const runs: Entry[] = []
  for (const entry of entries.sort((a, b) => a.tileId - b.tileId)) {
    const run = runs.at(-1)
    if (run && run.offset === entry.offset && run.tileId + run.runLength === entry.tileId) run.runLength++
    else runs.push({ ...entry })
  }
  return runs
}

/**
 * One root directory when it fits into the first read, else a root of leaves with the fewest entries that
 * still fit.
 */
function directories(runs: Entry[]): { root: Uint8Array; leaves: Uint8Array } {
  const room = TILE_DATA_OFFSET - HEADER_LENGTH
  const single = encodeDirectory(runs)
  if (single.length <= room) return { root: single, leaves: new Uint8Array() }
  for (let leafSize = 4096; ; leafSize *= 2) {
    const rootEntries: Entry[] = []
    const leaves: Uint8Array[] = []
    let offset = 0
    for (let i = 0; i < runs.length; i += leafSize) {
      const leaf = encodeDirectory(runs.slice(i, i + leafSize))
      leaves.push(leaf)
      rootEntries.push({ tileId: runs[i]?.tileId ?? 0, runLength: 0, offset, length: leaf.length })
      offset += leaf.length
    }
    const root = encodeDirectory(rootEntries)
    if (root.length <= room) return { root, leaves: Buffer.concat(leaves) }
  }
}

/** Columns of varints: ids as differences, run lengths, lengths, and offsets with 0 for "right after the one before". */
function encodeDirectory(entries: Entry[]): Uint8Array {
  const bytes: number[] = []
  putVarint(bytes, entries.length)
  let previousId = 0
  for (const { tileId } of entries) {
    putVarint(bytes, tileId - previousId)
    previousId = tileId
  }
  for (const { runLength } of entries) putVarint(bytes, runLength)
  for (const { length } of entries) putVarint(bytes, length)
  let nextOffset = -1
  for (const { offset, length } of entries) {
    putVarint(bytes, offset === nextOffset ? 0 : offset + 1)
    nextOffset = offset + length
  }
  return gzipSync(Uint8Array.from(bytes))
}

function putVarint(bytes: number[], value: number): void {
  let rest = value
  // Division, not shifts: offsets may pass 2^31.
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
}

function encodeHeader(
  { tileType, tileCompression, minZoom, maxZoom, bounds }: ArchiveDescription,
  at: { root: Extent; metadata: Extent; leaves: Extent; tileData: Extent; counts: [number, number, number] },
): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(3, 7)
  const numbers = [...at.root, ...at.metadata, ...at.leaves, ...at.tileData, ...at.counts]
  numbers.forEach((number, i) => {
    header.writeBigUInt64LE(BigInt(number), 8 + i * 8)
  })
  // Clustered 0: tiles lie in the order they were cut, not by id.
  const small = [0, GZIP, tileCompression, tileType, minZoom, maxZoom]
  small.forEach((number, i) => {
    header.writeUInt8(number, 96 + i)
  })
  const [west, south, east, north] = bounds
  const degreesE7 = (degrees: number) => Math.round(degrees * 1e7)
  bounds.forEach((degrees, i) => {
    header.writeInt32LE(degreesE7(degrees), 102 + i * 4)
  })
  header.writeUInt8(minZoom, 118)
  header.writeInt32LE(degreesE7((west + east) / 2), 119)
  header.writeInt32LE(degreesE7((south + north) / 2), 123)
  return header
}

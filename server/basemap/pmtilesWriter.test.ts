import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Compression, PMTiles, TileType } from 'pmtiles'
import { afterAll, describe, expect, test } from 'vitest'
import { createPmtilesWriter } from './pmtilesWriter.ts'

const folder = mkdtempSync(join(tmpdir(), 'pmtiles-writer-'))
afterAll(() => rmSync(folder, { recursive: true }))

const description = {
  tileType: TileType.Mvt as const,
  tileCompression: Compression.None as const,
  minZoom: 0,
  maxZoom: 8,
  bounds: [-180, -85, 180, 85] as [number, number, number, number],
  metadata: { name: 'test', vector_layers: [{ id: 'land', fields: {} }] },
}

describe('createPmtilesWriter', () => {
  test('returns every tile through the reference reader, and nothing for a tile that was not written', async () => {
    const tileAt = fc
      .integer({ min: 0, max: 8 })
      .chain((z) => fc.tuple(fc.constant(z), fc.nat(2 ** z - 1), fc.nat(2 ** z - 1)))
    // Few distinct contents, so that equal tiles meet and form runs.
    const content = fc.oneof(fc.constantFrom('sea', 'land'), fc.string({ minLength: 1, maxLength: 40 }))
    const world = fc.uniqueArray(fc.tuple(tileAt, content), {
      selector: ([tile]) => tile.join('/'),
      maxLength: 300,
    })
    await fc.assert(
      fc.asyncProperty(world, tileAt, async (tiles, probe) => {
        const file = join(folder, 'world.pmtiles')
        const writer = createPmtilesWriter(file, description)
        for (const [[z, x, y], text] of tiles) writer.add(z, x, y, Buffer.from(text))
        writer.finish()
        const archive = open(file)
        const expected = new Map(tiles.map(([tile, text]) => [tile.join('/'), text]))
        for (const tile of [...tiles.map(([at]) => at), probe]) {
          expect(await text(archive, tile)).toBe(expected.get(tile.join('/')))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('spreads many tiles over leaf directories and keeps the root within the first 16 KiB', async () => {
    const file = join(folder, 'many.pmtiles')
    const writer = createPmtilesWriter(file, description)
    // Lengths that gzip cannot guess, so that one directory would not fit.
    const textOf = (x: number, y: number) => `${x},${y}`.padEnd(20 + ((x * 7919 + y * 104_729) % 997), '*')
    for (let x = 0; x < 200; x++) for (let y = 0; y < 100; y++) writer.add(8, x, y, Buffer.from(textOf(x, y)))
    writer.finish()
    const archive = open(file)
    const header = await archive.getHeader()
    expect(header.leafDirectoryLength).toBeGreaterThan(0)
    expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384)
    expect(header).toMatchObject({
      numAddressedTiles: 20_000,
      numTileContents: 20_000,
      maxZoom: 8,
      maxLat: 85,
    })
    for (const [x, y] of [
      [0, 0],
      [199, 99],
      [131, 7],
    ] as const) {
      expect(await text(archive, [8, x, y])).toBe(textOf(x, y))
    }
    expect(await archive.getMetadata()).toEqual(description.metadata)
  })

  test('stores equal neighbours as one run', async () => {
    const file = join(folder, 'runs.pmtiles')
    const writer = createPmtilesWriter(file, description)
    for (let x = 0; x < 16; x++) for (let y = 0; y < 16; y++) writer.add(4, x, y, Buffer.from('land'))
    writer.finish()
    expect(await open(file).getHeader()).toMatchObject({
      numAddressedTiles: 256,
      numTileEntries: 1,
      numTileContents: 1,
    })
  })

  test('shows no archive before it is finished and no temporary file after', () => {
    const file = join(folder, 'late.pmtiles')
    const writer = createPmtilesWriter(file, description)
    writer.add(0, 0, 0, Buffer.from('land'))
    expect(existsSync(file)).toBe(false)
    writer.finish()
    expect(existsSync(file)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
  })
})

function open(file: string): PMTiles {
  const bytes = readFileSync(file)
  const getBytes = async (offset: number, length: number) => ({
    data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
  })
  return new PMTiles({ getKey: () => file, getBytes })
}

async function text(
  archive: PMTiles,
  [z, x, y]: readonly [number, number, number],
): Promise<string | undefined> {
  const tile = await archive.getZxy(z, x, y)
  return tile && Buffer.from(tile.data).toString()
}

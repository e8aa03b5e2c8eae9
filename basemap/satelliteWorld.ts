import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Compression, TileType } from 'pmtiles'
import sharp from 'sharp'
import { latitudeAt } from '#contract/geodesy/mercator.ts'
import { BLUE_MARBLE } from '#server/basemap/attribution.ts'
import { createPmtilesWriter } from '#server/basemap/pmtilesWriter.ts'
import { MAX_ZOOM } from '#server/basemap/worldArchives.ts'
import { landColours } from './landColours.ts'
import { at } from './path.ts'
import type { Picture } from './picture.ts'

const TILE_PX = 512
const JPEG_QUALITY = 85

/** Cuts the land of NASA's Blue Marble, a picture in longitude and latitude, into Web Mercator tiles in one archive at `file`. */
export async function cutSatelliteWorld(file: string): Promise<void> {
  const writer = createPmtilesWriter(file, {
    tileType: TileType.Jpeg,
    tileCompression: Compression.None,
    minZoom: 0,
    maxZoom: MAX_ZOOM.satellite,
    bounds: [-180, -85.0511287, 180, 85.0511287],
    metadata: { name: 'Blue Marble', attribution: BLUE_MARBLE },
  })
  // One zoom past its own pixels, so that what enlarges the deepest tiles by straight lines has a smooth picture to begin with.
  let picture = widened(landColours(await readBlueMarble()))
  for (let z = MAX_ZOOM.satellite; z >= 0; z--) {
    for (let y = 0; y < 2 ** z; y++) {
      const rows = mercatorRows(picture, z, y)
      for (let x = 0; x < 2 ** z; x++) writer.add(z, x, y, await encodeColumn(rows, picture.width, x))
    }
    picture = z === MAX_ZOOM.satellite ? narrowed(picture) : halve(picture)
  }
  writer.finish()
}

async function readBlueMarble(): Promise<Picture> {
  const module = createRequire(import.meta.url).resolve('three-globe')
  const file = join(dirname(module), '../example/img/earth-blue-marble.jpg')
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    rgb: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  }
}

/** One row of tiles: for each pixel row its latitude's line of the picture, by cubic interpolation between lines. */
function mercatorRows({ width, height, rgb }: Picture, z: number, tileY: number): Uint8ClampedArray {
  const rowBytes = width * 3
  const rows = new Uint8ClampedArray(TILE_PX * rowBytes)
  for (let j = 0; j < TILE_PX; j++) {
    const latitude = latitudeAt((tileY + (j + 0.5) / TILE_PX) / 2 ** z)
    const position = ((90 - latitude) / 180) * height - 0.5
    const first = Math.floor(position) - 1
    const lines = [0, 1, 2, 3].map((k) => Math.max(0, Math.min(height - 1, first + k)) * rowBytes)
    const weights = cubicWeights(position - Math.floor(position))
    for (let i = 0; i < rowBytes; i++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += at(weights, k) * at(rgb, at(lines, k) + i)
      rows[j * rowBytes + i] = sum
    }
  }
  return rows
}

/** The picture at twice its width, by cubic interpolation between columns. */
function widened({ width, height, rgb }: Picture): Picture {
  const wide: Picture = { width: 2 * width, height, rgb: new Uint8ClampedArray(2 * rgb.length) }
  for (let column = 0; column < wide.width; column++) {
    const position = (column + 0.5) / 2 - 0.5
    const first = Math.floor(position) - 1
    const columns = [0, 1, 2, 3].map((k) => (first + k + width) % width)
    const weights = cubicWeights(position - Math.floor(position))
    for (let row = 0; row < height; row++) {
      for (let band = 0; band < 3; band++) {
        let sum = 0
        for (let k = 0; k < 4; k++) sum += at(weights, k) * at(rgb, (row * width + at(columns, k)) * 3 + band)
        wide.rgb[(row * wide.width + column) * 3 + band] = sum
      }
    }
  }
  return wide
}

/** A picture that was widened, at half its width. */
function narrowed({ width, height, rgb }: Picture): Picture {
  const narrow: Picture = { width: width / 2, height, rgb: new Uint8ClampedArray(rgb.length / 2) }
  for (let pixel = 0; pixel < narrow.width * height; pixel++) {
    for (let band = 0; band < 3; band++)
      narrow.rgb[pixel * 3 + band] = (at(rgb, pixel * 6 + band) + at(rgb, pixel * 6 + 3 + band)) / 2
  }
  return narrow
}

/** The picture at half its width and height, each pixel the mean of four. */
function halve({ width, height, rgb }: Picture): Picture {
  const small: Picture = { width: width / 2, height: height / 2, rgb: new Uint8ClampedArray(rgb.length / 4) }
  for (let row = 0; row < small.height; row++) {
    for (let column = 0; column < small.width; column++) {
      for (let band = 0; band < 3; band++) {
        const above = (row * 2 * width + column * 2) * 3 + band
        const below = above + width * 3
        const sum = at(rgb, above) + at(rgb, above + 3) + at(rgb, below) + at(rgb, below + 3)
        small.rgb[(row * small.width + column) * 3 + band] = sum / 4
      }
    }
  }
  return small
}

/** Weights of four neighbours a fraction of the way from the second to the third (Catmull-Rom). */
function cubicWeights(t: number): [number, number, number, number] {
  return [
    (-t + 2 * t ** 2 - t ** 3) / 2,
    (2 - 5 * t ** 2 + 3 * t ** 3) / 2,
    (t + 4 * t ** 2 - 3 * t ** 3) / 2,
    (t ** 3 - t ** 2) / 2,
  ]
}

function encodeColumn(rows: Uint8ClampedArray, width: number, tileX: number): Promise<Uint8Array> {
  const data = new Uint8Array(TILE_PX * TILE_PX * 3)
  for (let j = 0; j < TILE_PX; j++) {
    for (let i = 0; i < TILE_PX; i++) {
      const from = (j * width + tileX * TILE_PX + i) * 3
      const to = (j * TILE_PX + i) * 3
      for (let band = 0; band < 3; band++) data[to + band] = at(rows, from + band)
    }
  }
  const raw = { width: TILE_PX, height: TILE_PX, channels: 3 } as const
  return sharp(data, { raw }).jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()
}

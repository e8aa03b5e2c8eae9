import { latitudeAt } from '#contract/geodesy/mercator.ts'
import { landPolygons } from './naturalEarth.ts'
import { at, type Path, STRIDE } from './path.ts'
import type { Picture } from './picture.ts'
import { ringPath } from './worldPaths.ts'

/**
 * The picture with the colours of its land alone: what is water takes the colour of the land around it, near land more than
 * far. A map that cuts the picture along a shore of its own, sharper than the picture's, then shows no water on land.
 */
export function landColours(picture: Picture): Picture {
  const weights = landWeights(picture)
  spread({ ...picture, weights })
  return picture
}

/** How much of the colour of each pixel is the land's, 0 to 255: nothing where it or a neighbour lies at sea. */
function landWeights({ width, height, rgb }: Picture): Uint8ClampedArray {
  const land = landMask(width, height)
  const weights = new Uint8ClampedArray(width * height)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let isInland = true
      for (let down = Math.max(0, row - 1); down <= Math.min(height - 1, row + 1); down++) {
        for (const across of [-1, 0, 1])
          if (at(land, down * width + ((column + across + width) % width)) === 0) isInland = false
      }
      const pixel = row * width + column
      if (isInland) weights[pixel] = 255 * dryness(rgb, pixel * 3)
    }
  }
  return weights
}

/** Lakes are bluer or darker than any land, ice as bright as no water. */
function dryness(rgb: Uint8ClampedArray, from: number): number {
  const [red, green, blue] = [at(rgb, from), at(rgb, from + 1), at(rgb, from + 2)]
  const brightest = Math.max(red, green, blue)
  if (brightest > ICE_BRIGHTNESS) return 1
  const lit = Math.max(0, Math.min(1, (brightest - 28) / 12))
  const unblue = Math.max(0, Math.min(1, (14 - (blue - Math.max(red, green))) / 8))
  return lit * unblue
}

const ICE_BRIGHTNESS = 190

/** 1 for each pixel of a picture of the world in longitude and latitude whose middle is land, else 0. */
function landMask(width: number, height: number): Uint8Array {
  const crossings: number[][] = Array.from({ length: height }, () => [])
  for (const rings of landPolygons())
    for (const ring of rings) cross(ringPath(ring), width, height, crossings)
  const mask = new Uint8Array(width * height)
  for (const [row, columns] of crossings.entries()) {
    columns.sort((a, b) => a - b)
    for (let i = 0; i + 1 < columns.length; i += 2) {
      const end = Math.ceil(at(columns, i + 1) - 0.5)
      for (let column = Math.ceil(at(columns, i) - 0.5); column < end; column++)
        mask[row * width + ((column + 2 * width) % width)] = 1
    }
  }
  // South of where Web Mercator ends there is nothing but land.
  mask.fill(1, Math.ceil((height * (90 + 85)) / 180) * width)
  return mask
}

/** In which column each row of pixels, at its middle, crosses the edges of a ring. */
function cross({ vertices }: Path, width: number, height: number, crossings: number[][]): void {
  const rowOf = (y: number) => ((90 - latitudeAt(y)) / 180) * height - 0.5
  let fromX = at(vertices, 0) * width
  let from = rowOf(at(vertices, 1))
  for (let i = STRIDE; i < vertices.length; i += STRIDE) {
    const toX = at(vertices, i) * width
    const to = rowOf(at(vertices, i + 1))
    const [first, end] = from < to ? [from, to] : [to, from]
    for (let row = Math.max(0, Math.ceil(first)); row < Math.min(height, end); row++)
      crossings[row]?.push(fromX + ((toX - fromX) * (row - from)) / (to - from))
    fromX = toX
    from = to
  }
}

type Weighted = Picture & { weights: Uint8ClampedArray }

/**
 * Fills in what weighs nothing from a picture of half the size, and that from the one of its half (push and pull; Gortler,
 * Grzeszczuk, Szeliski and Cohen, The Lumigraph, 1996).
 */
function spread(picture: Weighted): void {
  const { width, height, rgb, weights } = picture
  if (height < 2) return
  const half = halfOf(picture)
  spread(half)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const pixel = row * width + column
      const own = at(weights, pixel) / 255
      if (own === 1) continue
      // The four nearest of the half, the one that the pixel lies in the most.
      const [x, y] = [(column - 0.5) / 2, (row - 0.5) / 2]
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const [across, down] = [x - left, y - top]
      const rows = [Math.max(0, top), Math.min(half.height - 1, top + 1)].map((one) => one * half.width)
      const columns = [(left + half.width) % half.width, (left + 1) % half.width]
      for (let band = 0; band < 3; band++) {
        const valueAt = (r: 0 | 1, c: 0 | 1) => at(half.rgb, (at(rows, r) + at(columns, c)) * 3 + band)
        const above = valueAt(0, 0) * (1 - across) + valueAt(0, 1) * across
        const below = valueAt(1, 0) * (1 - across) + valueAt(1, 1) * across
        const around = above * (1 - down) + below * down
        rgb[pixel * 3 + band] = at(rgb, pixel * 3 + band) * own + around * (1 - own)
      }
    }
  }
}

function halfOf({ width, height, rgb, weights }: Weighted): Weighted {
  const half: Weighted = {
    ...{ width: width / 2, height: height / 2 },
    rgb: new Uint8ClampedArray(rgb.length / 4),
    weights: new Uint8ClampedArray(weights.length / 4),
  }
  for (let row = 0; row < half.height; row++) {
    for (let column = 0; column < half.width; column++) {
      const corner = row * 2 * width + column * 2
      const pixels = [corner, corner + 1, corner + width, corner + width + 1]
      const weight = pixels.reduce((sum, pixel) => sum + at(weights, pixel), 0)
      const to = row * half.width + column
      half.weights[to] = weight
      for (let band = 0; weight > 0 && band < 3; band++) {
        const sum = pixels.reduce((all, pixel) => all + at(weights, pixel) * at(rgb, pixel * 3 + band), 0)
        half.rgb[to * 3 + band] = sum / weight
      }
    }
  }
  return half
}

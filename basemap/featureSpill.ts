import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { type Feature, joinRings } from './feature.ts'
import { at, toPath } from './path.ts'

/** Numbers written at a time: half a megabyte. */
const BATCH_NUMBERS = 1 << 16
/** Before the vertices of a path: its style, its polygon or none, whether it is closed, and its area. */
const HEAD_NUMBERS = 4
const NO_POLYGON = -1
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT

type Shape = Exclude<Feature, { kind: 'point' }>
type Style = Omit<Shape, 'paths' | 'polygon'>

/**
 * Lines and polygons put aside on disk beside `file`, by a key of the caller's: the fine world is ten million vertices, of which
 * a tile has few. What a killed process leaves of it is named as other leftovers are.
 */
export function featureSpill(file: string) {
  const name = `${file}.${process.pid}.features.partial`
  const descriptor = openSync(name, 'w+')
  // Features share their properties, and are drawn together because they do.
  const styles: Style[] = []
  /** Start and length of each path in turn, by key: an object for each would take as much memory as the map's tiles. */
  const places = new Map<number, number[]>()
  const batch = new Float64Array(BATCH_NUMBERS)
  let batched = 0
  let written = 0

  const write = (numbers: Float64Array) => {
    writeSync(descriptor, numbers, 0, numbers.byteLength, written * NUMBER_BYTES)
    written += numbers.length
  }
  const flush = () => {
    if (batched > 0) write(batch.subarray(0, batched))
    batched = 0
  }
  const put = (numbers: Float64Array) => {
    if (batched + numbers.length > BATCH_NUMBERS) flush()
    if (numbers.length > BATCH_NUMBERS) write(numbers)
    else {
      batch.set(numbers, batched)
      batched += numbers.length
    }
  }
  const styleOf = ({ paths: _, polygon: __, ...style }: Shape) => {
    const known = styles.findIndex(({ properties }) => properties === style.properties)
    return known >= 0 ? known : styles.push(style) - 1
  }
  return {
    add(key: number, feature: Shape): void {
      const own = places.get(key) ?? []
      places.set(key, own)
      for (const { vertices, closed, area } of feature.paths) {
        own.push(written + batched, HEAD_NUMBERS + vertices.length)
        put(Float64Array.of(styleOf(feature), feature.polygon ?? NO_POLYGON, closed ? 1 : 0, area))
        put(vertices)
      }
    },
    /** All of a key in the order it was put aside, polygons whole. */
    take(key: number): Feature[] {
      flush()
      const { features, add } = joinRings()
      const own = places.get(key) ?? []
      let length = 0
      for (let i = 1; i < own.length; i += 2) length += at(own, i)
      const all = new Float64Array(length)
      for (let i = 0, from = 0; i < own.length; i += 2) {
        const numbers = all.subarray(from, from + at(own, i + 1))
        from += numbers.length
        readSync(descriptor, numbers, 0, numbers.byteLength, at(own, i) * NUMBER_BYTES)
        const [style = 0, polygon = NO_POLYGON, closed, area = 0] = numbers
        const path = toPath(numbers.subarray(HEAD_NUMBERS), closed === 1, area)
        add({
          ...(styles[style] as Style),
          ...(polygon === NO_POLYGON ? {} : { polygon }),
          paths: [path],
        })
      }
      return features
    },
    close(): void {
      closeSync(descriptor)
      rmSync(name)
    },
  }
}

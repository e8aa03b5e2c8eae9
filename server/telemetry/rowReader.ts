/** Walks over the rows of a RowBinary answer without an object for each. */
export class RowReader {
  readonly #bytes: DataView
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get more(): boolean {
    return this.#at < this.#bytes.byteLength
  }

  uint8 = () => this.#bytes.getUint8(this.#step(1))
  uint16 = () => this.#bytes.getUint16(this.#step(2), true)
  int16 = () => this.#bytes.getInt16(this.#step(2), true)
  int32 = () => this.#bytes.getInt32(this.#step(4), true)
  uint32 = () => this.#bytes.getUint32(this.#step(4), true)
  float32 = () => this.#bytes.getFloat32(this.#step(4), true)
  float64 = () => this.#bytes.getFloat64(this.#step(8), true)

  /** Exact for |n| below 2^53, which every time in µs is. */
  int64 = () => {
    const at = this.#step(8)
    return this.#bytes.getInt32(at + 4, true) * 4_294_967_296 + this.#bytes.getUint32(at, true)
  }

  array<Value>(read: () => Value): Value[] {
    let length = 0
    for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) {
      byte = this.uint8()
      length += (byte & 0x7f) * 2 ** shift
    }
    return Array.from({ length }, read)
  }

  #step(bytes: number): number {
    const at = this.#at
    this.#at += bytes
    return at
  }
}

/** Only safe integers enter a statement as text. */
export function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number`)
  return String(value)
}

export const instantSql = (timeUs: number) =>
  `fromUnixTimestamp64Micro(toInt64(${integer(Math.round(timeUs))}), 'UTC')`

/** Start of the bucket that contains a row's time. */
export const bucketSql = (resolutionUs: number) => {
  const width = integer(Math.round(resolutionUs))
  return `intDiv(toUnixTimestamp64Micro(time), ${width}) * ${width}`
}

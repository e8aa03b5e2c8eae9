import type { Decoded } from '#contract/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { meaningOf } from './columns.ts'
import { CUT_OFF, ROUTES_AND_WAYPOINTS } from './refusals.ts'
import { TrackTable } from './trackTable.ts'
import { XmlReader } from './xmlReader.ts'

/** Elements of a track point that say something of ours; speed is m/s. */
const ELEMENTS = {
  Time: 'time',
  LatitudeDegrees: 'latitude',
  LongitudeDegrees: 'longitude',
  Speed: 'speed [m/s]',
} as const
const TAGS = Object.keys(ELEMENTS)

/** Reads the track points of Garmin's Training Center XML, cut anywhere. Its courses are plans, though they have times. */
export class TcxDecoder implements MessageDecoder {
  readonly #table = new TrackTable(Object.values(ELEMENTS).map((heading) => meaningOf(heading)))
  readonly #xml: XmlReader
  #point: (string | null)[] | null = null
  #isCourse = false

  constructor() {
    this.#xml = new XmlReader({
      onOpen: (name) => {
        if (name === 'Course') this.#isCourse = true
        else if (name === 'Trackpoint') this.#point = TAGS.map(() => null)
      },
      onClose: (name, text) => {
        if (name === 'Course') this.#isCourse = false
        if (!this.#point) return
        const at = TAGS.indexOf(name)
        if (at >= 0) this.#point[at] = text
        if (name !== 'Trackpoint') return
        if (this.#isCourse) this.#table.reject('plan', ROUTES_AND_WAYPOINTS)
        else this.#table.row(this.#point)
        this.#point = null
      },
      onError: () => this.#table.reject('malformed', 'XML'),
    })
  }

  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    this.#xml.read(message)
    return this.#table.take()
  }

  end(): Decoded {
    if (!this.#xml.isOver) this.#table.reject('malformed', CUT_OFF)
    return this.#table.take()
  }
}

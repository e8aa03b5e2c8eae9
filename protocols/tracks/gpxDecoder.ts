import type { Decoded } from '#contract/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { meaningOf } from './columns.ts'
import { CUT_OFF, ROUTES_AND_WAYPOINTS } from './refusals.ts'
import { TrackTable } from './trackTable.ts'
import { XmlReader } from './xmlReader.ts'

/** Elements of a track point that say something of ours; speeds are m/s, courses true degrees (GPX 1.0, Garmin v2). */
const ELEMENTS = {
  time: 'time',
  hdop: 'hdop',
  speed: 'speed [m/s]',
  course: 'course',
  depth: 'depth',
} as const
const HEADINGS = ['latitude', 'longitude', ...Object.values(ELEMENTS)]
const TAGS = Object.keys(ELEMENTS)

/** Reads the track points of GPX 1.0 and 1.1, cut anywhere. Routes and waypoints are plans and are refused as such. */
export class GpxDecoder implements MessageDecoder {
  readonly #table = new TrackTable(HEADINGS.map((heading) => meaningOf(heading)))
  readonly #xml: XmlReader
  #point: (string | null)[] | null = null

  constructor() {
    this.#xml = new XmlReader({
      onOpen: (name, { lat, lon }) => {
        if (name === 'trkpt') this.#point = [String(lat ?? ''), String(lon ?? ''), ...TAGS.map(() => null)]
        else if (name === 'wpt' || name === 'rtept') this.#table.reject('plan', ROUTES_AND_WAYPOINTS)
      },
      onClose: (name, text) => {
        if (!this.#point) return
        const at = TAGS.indexOf(name)
        if (at >= 0) this.#point[2 + at] = text
        if (name !== 'trkpt') return
        this.#table.row(this.#point)
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

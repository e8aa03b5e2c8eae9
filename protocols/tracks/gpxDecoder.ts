import { ROUTES_AND_WAYPOINTS } from './refusals.ts'
import type { Attributes } from './xmlReader.ts'
import { XmlTrackDecoder } from './xmlTrackDecoder.ts'

/** Used elements of a track point; speeds are m/s, courses true degrees (GPX 1.0, Garmin v2). */
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
export class GpxDecoder extends XmlTrackDecoder {
  #point: (string | null)[] | null = null

  constructor() {
    super(HEADINGS)
  }

  protected onOpen(name: string, { lat, lon }: Attributes): void {
    if (name === 'trkpt') this.#point = [String(lat ?? ''), String(lon ?? ''), ...TAGS.map(() => null)]
    else if (name === 'wpt' || name === 'rtept') this.table.reject('plan', ROUTES_AND_WAYPOINTS)
  }

  protected onClose(name: string, text: string): void {
    if (!this.#point) return
    const at = TAGS.indexOf(name)
    if (at >= 0) this.#point[2 + at] = text
    if (name !== 'trkpt') return
    this.table.row(this.#point)
    this.#point = null
  }
}

import { ROUTES_AND_WAYPOINTS } from './refusals.ts'
import { XmlTrackDecoder } from './xmlTrackDecoder.ts'

/** Used elements of a track point; speed is m/s. */
const ELEMENTS = {
  Time: 'time',
  LatitudeDegrees: 'latitude',
  LongitudeDegrees: 'longitude',
  Speed: 'speed [m/s]',
} as const
const TAGS = Object.keys(ELEMENTS)

/** Reads the track points of Garmin's Training Center XML, cut anywhere. Its courses are plans, though they have times. */
export class TcxDecoder extends XmlTrackDecoder {
  #point: (string | null)[] | null = null
  #isCourse = false

  constructor() {
    super(Object.values(ELEMENTS))
  }

  protected onOpen(name: string): void {
    if (name === 'Course') this.#isCourse = true
    else if (name === 'Trackpoint') this.#point = TAGS.map(() => null)
  }

  protected onClose(name: string, text: string): void {
    if (name === 'Course') this.#isCourse = false
    if (!this.#point) return
    const at = TAGS.indexOf(name)
    if (at >= 0) this.#point[at] = text
    if (name !== 'Trackpoint') return
    if (this.#isCourse) this.table.reject('plan', ROUTES_AND_WAYPOINTS)
    else this.table.row(this.#point)
    this.#point = null
  }
}

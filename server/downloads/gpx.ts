import { MINUTE_US } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import type { Table } from './table.ts'

/** After this time without a position the track continues in a new segment. */
const LONGEST_STEP_US = MINUTE_US

/**
 * The positions of a table as one GPX 1.1 track, speed (m/s) and course (°) in Garmin's TrackPointExtension. Throws when
 * the table has no time, latitude and longitude.
 */
export async function* writeGpx(table: Table, name: string): AsyncGenerator<Buffer> {
  const columnOf = (wanted: string) => table.columns.findIndex((column) => column.name === wanted)
  const [time, latitude, longitude] = ['time', 'latitude', 'longitude'].map(columnOf)
  if (time === undefined || latitude === undefined || longitude === undefined || longitude < 0)
    throw new TypeError('the table has no track')
  const [sog, cog] = [columnOf('sog'), columnOf('cog')]
  yield Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Taffrail" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
<trk><name>${escapeXml(name)}</name><trkseg>
`)
  let lastUs = Number.NaN
  for await (const { rows, values } of table.pages) {
    const at = (column: number, row: number) => (values[column]?.[row] ?? Number.NaN) as number
    let text = ''
    for (let row = 0; row < rows; row++) {
      const [latitudeDeg, longitudeDeg, timeUs] = [at(latitude, row), at(longitude, row), at(time, row)]
      if (Number.isNaN(latitudeDeg) || Number.isNaN(longitudeDeg)) continue
      if (timeUs - lastUs > LONGEST_STEP_US) text += '</trkseg><trkseg>\n'
      lastUs = timeUs
      const more = [
        ['speed', at(sog, row) * KNOT_MPS, 2],
        ['course', at(cog, row), 1],
      ] as const
      const extensions = more
        .filter(([, value]) => !Number.isNaN(value))
        .map(([tag, value, digits]) => `<gpxtpx:${tag}>${value.toFixed(digits)}</gpxtpx:${tag}>`)
        .join('')
      text += `<trkpt lat="${latitudeDeg.toFixed(7)}" lon="${longitudeDeg.toFixed(7)}"><time>${new Date(timeUs / 1000).toISOString()}</time>${
        extensions &&
        `<extensions><gpxtpx:TrackPointExtension>${extensions}</gpxtpx:TrackPointExtension></extensions>`
      }</trkpt>\n`
    }
    yield Buffer.from(text)
  }
  yield Buffer.from('</trkseg></trk></gpx>\n')
}

const escapeXml = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
  escapeMarkup(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, ''))

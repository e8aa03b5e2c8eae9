import type { Fix, ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { degToRad } from '#contract/domain/units.ts'
import { isRecord, type JsonRecord, parseJson } from '#protocols/json.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { timestampUs } from '#protocols/timestampUs.ts'
import { Intake } from './intake.ts'
import { keepOpen } from './keepOpen.ts'
import { hostAndPort, socketLink } from './socketLink.ts'
import type { SourceKind } from './sourceKind.ts'
import { StreamReader } from './streamReader.ts'

const PORT = 2947
/** gpsd copies NMEA 0183 and AIS sentences of its receivers, and writes sentences for binary receivers. */
const WATCH = '?WATCH={"enable":true,"json":true,"nmea":true};\n'
/** After a sentence, gpsd's own reports repeat it for this long. */
const SENTENCES_LAST_MS = 10_000
/** `mode` of a report with a position. */
const TWO_DIMENSIONS = 2

/** The daemon that shares GNSS and AIS receivers of a computer. */
export const gpsdKind: SourceKind = {
  example: 'gpsd://localhost:2947',
  does: 'gpsd: its NMEA 0183 and AIS sentences, or its own reports where it has none.',
  open(address, { emit, log, timing }) {
    const target = hostAndPort(address, PORT)
    return keepOpen(
      address.text,
      (link) => {
        const { intake } = link
        let sentences = 0
        let sentenceMs = Number.NEGATIVE_INFINITY
        const report = (text: string) => {
          const taken = intake.taken - sentences
          if (taken > 0) sentenceMs = performance.now()
          const readings =
            performance.now() - sentenceMs < SENTENCES_LAST_MS ? null : readingsOf(parseJson(text))
          if (readings) intake.take('readings', readings)
          sentences = intake.taken
        }
        sentences = intake.taken
        const reader = new StreamReader(intake, report)
        return socketLink(link, target, (chunk) => reader.read(chunk), WATCH)
      },
      new Intake(emit),
      log,
      timing,
    )
  },
}

/** Series of gpsd's reports: TPV has position and movement, ATT the attitude in degrees. */
const SERIES_OF_REPORT: Readonly<Record<string, readonly [SeriesKey, string, (value: number) => number][]>> =
  {
    TPV: [
      ['sog', 'speed', (mps) => mps],
      ['cog', 'track', degToRad],
    ],
    ATT: [
      ['heading', 'heading', degToRad],
      ['euler_x', 'roll', degToRad],
      ['euler_y', 'pitch', degToRad],
    ],
  }

function readingsOf(report: unknown): Uint8Array | null {
  if (!isRecord(report) || typeof report.class !== 'string' || typeof report.time !== 'string') return null
  const timeUs = timestampUs(report.time)
  if (Number.isNaN(timeUs)) return null
  const scalars: ScalarReading[] = (SERIES_OF_REPORT[report.class] ?? []).flatMap(([key, name, inSi]) => {
    const value = report[name]
    return typeof value === 'number' ? [{ timeUs, key, instance: 0, value: inSi(value) }] : []
  })
  const fixes = report.class === 'TPV' ? fixOf(report, timeUs) : []
  return scalars.length + fixes.length > 0 ? encodeReadings({ scalars, fixes }) : null
}

function fixOf(report: JsonRecord, timeUs: number): Fix[] {
  const [mode, latitudeDeg, longitudeDeg] = ['mode', 'lat', 'lon'].map((name) =>
    Number(report[name] ?? Number.NaN),
  )
  if (mode === undefined || latitudeDeg === undefined || longitudeDeg === undefined) return []
  if (Number.isNaN(mode + latitudeDeg + longitudeDeg)) return []
  return [{ timeUs, latitudeDeg, longitudeDeg, hdop: null, valid: mode >= TWO_DIMENSIONS }]
}

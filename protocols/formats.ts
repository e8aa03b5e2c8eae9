/** The device protocols and file formats by name. */
import type { Format } from '#contract/wire/device.ts'
import { CanDecoder } from './can/canDecoder.ts'
import { encodeJ1939 } from './can/encodeJ1939.ts'
import { encodeN2k } from './can/encodeN2k.ts'
import type { MessageDecoder, MessageEncoder } from './codec.ts'
import { encodeImuFrame, ImuDecoder } from './imuFrame.ts'
import { encodeNmea0183 } from './nmea0183/encodeNmea0183.ts'
import { Nmea0183Decoder } from './nmea0183/nmea0183Decoder.ts'
import { encodeReadings, ReadingsDecoder } from './readingsJson.ts'
import { encodeSignalk } from './signalk/encodeSignalk.ts'
import { SignalkDecoder } from './signalk/signalkDecoder.ts'
import { CsvDecoder } from './tracks/csvDecoder.ts'
import { FitDecoder } from './tracks/fitDecoder.ts'
import { GeoJsonDecoder } from './tracks/geoJsonDecoder.ts'
import { GpxDecoder } from './tracks/gpxDecoder.ts'
import { KmlDecoder } from './tracks/kmlDecoder.ts'
import { TcxDecoder } from './tracks/tcxDecoder.ts'

export { FORMATS, type Format } from '#contract/wire/device.ts'

/** Formats that occur only in files. */
export const FILE_FORMATS = ['gpx', 'kml', 'tcx', 'fit', 'geojson', 'csv'] as const
export type LogFormat = Format | (typeof FILE_FORMATS)[number]

/** A decoder for one connection. One decoder reads both NMEA 2000 and J1939 frames, under either name. */
export function decoderFor(format: LogFormat): MessageDecoder {
  switch (format) {
    case 'imu':
      return new ImuDecoder()
    case 'readings':
      return new ReadingsDecoder()
    case 'n2k':
    case 'j1939':
      return new CanDecoder()
    case 'nmea0183':
      return new Nmea0183Decoder()
    case 'signalk':
      return new SignalkDecoder()
    case 'gpx':
      return new GpxDecoder()
    case 'kml':
      return new KmlDecoder()
    case 'tcx':
      return new TcxDecoder()
    case 'fit':
      return new FitDecoder()
    case 'geojson':
      return new GeoJsonDecoder()
    case 'csv':
      return new CsvDecoder()
  }
}

export function encoderFor(format: Format): MessageEncoder {
  switch (format) {
    case 'imu':
      return ({ motion = [] }) => encodeImuFrame(motion)
    case 'readings':
      return encodeReadings
    case 'n2k':
      return encodeN2k
    case 'j1939':
      return encodeJ1939
    case 'nmea0183':
      return encodeNmea0183
    case 'signalk':
      return encodeSignalk
  }
}

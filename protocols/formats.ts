/** The device protocols by name, as in the topic `binnacle/{deviceId}/{format}`. */
export const FORMATS = ['imu', 'readings', 'n2k', 'nmea0183', 'signalk', 'j1939'] as const
export type Format = (typeof FORMATS)[number]

// Follows in this file:
//   decoderFor(format: Format): MessageDecoder                              one a connection and format
//   encoderFor(format: Format): MessageEncoder                              for the simulator
// Follows in readLog.ts (`.gz` unpacked by the caller):
//   guessFormat(head: Uint8Array): Format | null                            from the first 64 KiB of a file
//   readLog(chunks: AsyncIterable<Uint8Array>, format?: Format): AsyncGenerator<Decoded>
// Follows in imuFrame.ts:
//   encodeImuFrame(blocks: readonly ImuBlock[]): Uint8Array
//   decodeImuFrame(message: Uint8Array): Decoded

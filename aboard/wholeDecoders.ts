/** The decoders of the server, with canboat's definitions: two thirds of all code, which few boats use. See `loadDecoders`. */
export { canboatUnits, parseCanboatJson } from '#protocols/can/canboatJson.ts'
export { decoderFor } from '#protocols/formats.ts'

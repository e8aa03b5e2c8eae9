/**
 * `node e2e/writeRecordings.ts` writes `recordings/` again: messages of three simulated boats that leave the berth,
 * each in its own protocol. The simulator is a function of place and time, so the same code writes the same files.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { encodeMessages } from '#simulator/encodeMessages.ts'
import { FLEET } from '#simulator/fleet.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import { ALWAYS_BUSY, voyagesOn } from '#simulator/timetable.ts'

const FOLDER = join(import.meta.dirname, '../recordings')
/** Days since 1970 of 2026-09-04. */
const DAY = 20_700
const BEFORE_S = 60
const UNDER_WAY_S = 480
const FILES = [
  { boat: 'Skuggi', format: 'n2k', file: 'skuggi.candump.gz' },
  { boat: 'Norðurljós', format: 'nmea0183', file: 'nordurljos.nmea.gz' },
  { boat: 'Vindsæl', format: 'signalk', file: 'vindsael.signalk.gz' },
]

mkdirSync(FOLDER, { recursive: true })
for (const { boat: name, format, file } of FILES) {
  const boat = FLEET.find((each) => each.name === name)
  const [voyage] = boat ? voyagesOn(boat, DAY, ALWAYS_BUSY) : []
  if (!boat || !voyage) throw new Error(`${name} does not sail`)
  const readings = pretendBoat(boat, ALWAYS_BUSY).between(
    voyage.departsS - BEFORE_S,
    voyage.departsS + UNDER_WAY_S,
    { sensors: 0, impacts: false },
  )
  const messages = encodeMessages(boat, { ...readings, motion: [] }).filter(
    (message) => message.format === format,
  )
  const bytes = gzipSync(Buffer.concat(messages.map((message) => message.bytes)), { level: 9 })
  writeFileSync(join(FOLDER, file), bytes)
  process.stdout.write(`${file}: ${(bytes.length / 1024).toFixed(0)} KiB\n`)
}

import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { isatty, ReadStream } from 'node:tty'
import { promisify } from 'node:util'
import { Intake } from './intake.ts'
import { type Connect, keepOpen } from './keepOpen.ts'
import { readUntilEnd } from './socketLink.ts'
import type { SourceKind } from './sourceKind.ts'
import { StreamReader } from './streamReader.ts'

interface SerialDevice {
  baud: number
  /** Bytes that make the device begin to send. */
  start?: Uint8Array
}

/** Devices by the option `device`, with their usual speed. */
const DEVICES: Readonly<Record<string, SerialDevice>> = {
  nmea0183: { baud: 4800 },
  // DLE STX, command A1 (send to the NGT-1), length 3, operating mode 11 to 2 (receive all), checksum, DLE ETX.
  ngt1: { baud: 115_200, start: Buffer.from('1002a103110200491003', 'hex') },
  ikonvert: { baud: 230_400, start: Buffer.from('$PDGY,N2NET_INIT,ALL\r\n') },
}

/** A serial port, set up by `stty`, which every Linux has. */
export const serialKind: SourceKind = {
  example: 'serial:///dev/ttyUSB0?baud=4800',
  does: 'A serial port; with &device=ngt1 or &device=ikonvert the gateway gets its start command.',
  open({ text, path, options }, { emit, log, timing }) {
    const device = DEVICES[options.device ?? 'nmea0183']
    const baud = Number(options.baud ?? device?.baud)
    if (!device) throw new Error(`${text}: device is one of ${Object.keys(DEVICES).join(', ')}`)
    if (path === '' || !Number.isInteger(baud) || baud <= 0)
      throw new Error(`${text} is no port and speed such as serial:///dev/ttyUSB0?baud=4800`)
    return keepOpen(
      text,
      (link) => readSerial(path, { ...device, baud }, link),
      new Intake(emit),
      log,
      timing,
    )
  },
}

export const readSerial = async (
  path: string,
  { baud, start }: SerialDevice,
  { intake, signal, opened }: Parameters<Connect>[0],
): Promise<void> => {
  const flags = ['raw', '-echo', '-hupcl', 'clocal', '-crtscts']
  await promisify(execFile)('stty', ['-F', path, String(baud), ...flags], { signal })
  const stream = openPort(path, start)
  opened()
  const reader = new StreamReader(intake)
  await readUntilEnd(stream, signal, (chunk) => reader.read(chunk))
}

/** The stream closes the file. A port without a terminal is a pipe of another program. */
function openPort(path: string, start: Uint8Array | undefined): Socket {
  // Without O_NONBLOCK the open waits for a carrier; without O_NOCTTY the port could end the program by a break.
  const file = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK)
  try {
    if (start) writeSync(file, start)
    return isatty(file) ? new ReadStream(file) : new Socket({ fd: file, readable: true })
  } catch (error) {
    closeSync(file)
    throw error
  }
}

import { DERATE_SPN, FMI_EXISTS } from '#contract/domain/reading.ts'
import { NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import type { ReadingSink } from '../readingSink.ts'
import type { CanFrame } from './canFrame.ts'
import { J1939_PARAMETERS, rawValue } from './j1939Parameters.ts'

const GEAR = 61445
const VEHICLE_POSITION = 65267
const FUEL_ECONOMY = 65266
const DM1 = 65226
const SHUTDOWN = 65252
const OPERATING_INFORMATION = 64914
const UNKNOWN_GEAR = 3
/** Instances of the preferred addresses of J1939-81: engines 0 and 1, their transmissions 3 and 4. */
const PREFERRED: Readonly<Record<number, number>> = { 0: 1, 1: 2, 3: 1, 4: 2 }

const SPECIAL = new Set([GEAR, VEHICLE_POSITION, DM1, SHUTDOWN, OPERATING_INFORMATION])
/** "Engine protection system has shut down the engine" and "is approaching shutdown", two bits each in byte 5. */
const SHUTDOWN_STATES = [1110, 1109] as const
/** SPN 3644 counts 0.4 %: 250 leaves the engine all of its torque. */
const NO_DERATE = 250

/** Turns whole J1939 messages into readings and faults. */
export class J1939Reader {
  readonly #sink: ReadingSink

  constructor(sink: ReadingSink) {
    this.#sink = sink
  }

  knows = (pgn: number) => J1939_PARAMETERS.has(pgn) || SPECIAL.has(pgn)

  read({ pgn, source, data }: CanFrame, timeUs: number): void {
    if (pgn === GEAR) this.#gear(data, source, timeUs)
    else if (pgn === VEHICLE_POSITION) this.#position(data, source, timeUs)
    else if (pgn === DM1) this.#faults(data, source, timeUs)
    else if (pgn === SHUTDOWN) this.#shutdown(data, source, timeUs)
    else if (pgn === OPERATING_INFORMATION) this.#derate(data, source, timeUs)
    else this.#parameters(pgn, data, source, timeUs)
  }

  #parameters(pgn: number, data: Uint8Array, source: number, timeUs: number): void {
    for (const { key, at, bytes, scale, offset, rank, instance } of J1939_PARAMETERS.get(pgn) ?? []) {
      const raw = rawValue(data, at, bytes)
      const number = instance === 'sender' ? instanceOf(source) : instance
      const value = raw === null ? null : raw * scale + offset
      this.#sink.scalar(timeUs, key, number, value, source, rank, 'j1939')
    }
    if (pgn === FUEL_ECONOMY) this.#fuelPerMile(data, source, timeUs)
  }

  /** SPN 184, instantaneous economy in 1/512 km/L; at rest it is 0, which is no economy at all. */
  #fuelPerMile(data: Uint8Array, source: number, timeUs: number): void {
    const raw = rawValue(data, 2, 2)
    const litresPerMile = raw ? NAUTICAL_MILE_M / 1000 / (raw / 512) : null
    this.#sink.scalar(timeUs, 'fuel_rate_l_nm', 0, litresPerMile, source, 0, 'j1939')
  }

  /**
   * SPN 523 counts from −125: forward gears are positive. Stored: 0 forward, 1 neutral, 2 reverse, 3 unknown. Another
   * address than that of an engine or transmission may be a display, whose unknown gear is no value.
   */
  #gear(data: Uint8Array, source: number, timeUs: number): void {
    const raw = rawValue(data, 3, 1)
    const unknown = source in PREFERRED ? UNKNOWN_GEAR : null
    const gear = raw === null ? unknown : 1 - Math.sign(raw - 125)
    this.#sink.scalar(timeUs, 'transmission_gear', instanceOf(source), gear, source, 0, 'j1939')
  }

  /** SPN 584 and 585: 1e-7 degrees from −210. */
  #position(data: Uint8Array, source: number, timeUs: number): void {
    const latitude = rawValue(data, 0, 4)
    const longitude = rawValue(data, 4, 4)
    if (latitude === null || longitude === null) return
    const [latitudeDeg, longitudeDeg] = [latitude, longitude].map((raw) => raw * 1e-7 - 210)
    if (latitudeDeg === undefined || longitudeDeg === undefined) return
    this.#sink.fix({ timeUs, latitudeDeg, longitudeDeg, hdop: null, valid: true }, source, 0, 'j1939')
  }

  #shutdown(data: Uint8Array, source: number, timeUs: number): void {
    for (const [i, spn] of SHUTDOWN_STATES.entries())
      if ((((data[4] ?? 0xff) >> (2 * i)) & 3) === 1) this.#exists(spn, source, timeUs)
  }

  #derate(data: Uint8Array, source: number, timeUs: number): void {
    const raw = rawValue(data, 7, 1)
    if (raw !== null && raw < NO_DERATE) this.#exists(DERATE_SPN, source, timeUs)
  }

  #exists(spn: number, source: number, timeUs: number): void {
    const instance = instanceOf(source)
    const lamps = { protect: null, amberWarning: null, redStop: null, malfunction: null }
    const fault = { timeUs, instance, spn, fmi: FMI_EXISTS, occurrenceCount: null, lamps }
    this.#sink.fault(fault, source, 'j1939')
  }

  /** DM1: two bytes of lamps, then four bytes a trouble code (SPN 19 bits, FMI 5, conversion method 1, count 7). */
  #faults(data: Uint8Array, source: number, timeUs: number): void {
    const lamp = (shift: number) => {
      const state = ((data[0] ?? 0xff) >> shift) & 3
      return state > 1 ? null : state
    }
    for (let at = 2; at + 4 <= data.length; at += 4) {
      const [low = 0, middle = 0, high = 0, count = 0] = data.subarray(at, at + 4)
      const spn = low | (middle << 8) | ((high >> 5) << 16)
      // Spn 0 fills the frame when there is no fault, all ones when the bytes are padding.
      if (spn === 0 || spn === 0x7ffff) continue
      const fault = {
        timeUs,
        instance: instanceOf(source),
        spn,
        fmi: high & 31,
        occurrenceCount: (count & 127) === 127 ? null : count & 127,
        lamps: { malfunction: lamp(6), redStop: lamp(4), amberWarning: lamp(2), protect: lamp(0) },
      }
      this.#sink.fault(fault, source, 'j1939')
    }
  }
}

/**
 * Instance of a sender. It follows from the address alone, so every gateway and batch gives the same one: 1 and 2 for the
 * preferred addresses, 3 for address 2, 6 for address 5, and so on to 254 for address 253.
 */
const instanceOf = (address: number) => PREFERRED[address] ?? Math.min(address + 1, 255)

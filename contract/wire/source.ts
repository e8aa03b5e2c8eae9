/**
 * Source of a sample: a number that follows from the message alone. So a message gets one source at any time
 * and beside any other messages. The upper eight bits are its rank, lower is better: the protocol, and the
 * accuracy of the message. The lower 24 bits are the sender: its address on a CAN bus, the letters of its
 * sentence, or a number made from its name.
 */
export const UNKNOWN_SOURCE = 0

/**
 * The order of protocols: first data in a device's own format, then NMEA 2000, then J1939. Signal K and NMEA
 * 0183 mostly repeat a bus. A phone lies somewhere on board. Values computed by the server come last.
 */
const FIRST_ORDER = { readings: 1, n2k: 10, j1939: 30, signalk: 50, nmea0183: 60, phone: 80 } as const
export type SourceFamily = keyof typeof FIRST_ORDER

const MOST_SENDERS = 2 ** 24
/** Rank of an unknown source, the last of all. */
export const LAST_ORDER = 255
/** Source of speed that was derived from positions, the last of all: even an unknown source reported something. */
export const DERIVED_SOURCE = LAST_ORDER * MOST_SENDERS
/** Speed that was derived in place of a reported one that is stuck is of this source, the first of all. */
export const INSTEAD_SOURCE = 1
/** Sources of values computed by the server: no other value may be derived from them. */
export const COMPUTED_SOURCES: readonly number[] = [DERIVED_SOURCE, INSTEAD_SOURCE]

export function sourceOf(family: SourceFamily, rank: number, sender: string | number): number {
  return (FIRST_ORDER[family] + rank) * MOST_SENDERS + (typeof sender === 'number' ? sender : hash(sender))
}

export const orderOf = (source: number) =>
  source === UNKNOWN_SOURCE ? LAST_ORDER : Math.floor(source / MOST_SENDERS)

/** For live values: a source that is silent for longer is replaced by any other. */
const SILENT_US = 10_000_000

/** True when a later value of another source replaces a shown one. */
export function takesOver(
  other: { source?: number | undefined; timeUs: number },
  known: { source?: number | undefined; timeUs: number },
): boolean {
  const [before, after] = [known.source ?? UNKNOWN_SOURCE, other.source ?? UNKNOWN_SOURCE]
  return before === after || orderOf(after) < orderOf(before) || other.timeUs - known.timeUs > SILENT_US
}

/** The protocol of a source. */
export function familyOf(source: number): SourceFamily {
  const names = Object.keys(FIRST_ORDER) as SourceFamily[]
  return names.findLast((name) => FIRST_ORDER[name] <= orderOf(source)) ?? 'readings'
}

/** The address on the bus of an NMEA 2000 or J1939 source, null for others. */
export function addressOf(source: number): number | null {
  const order = orderOf(source)
  return order >= FIRST_ORDER.n2k && order < FIRST_ORDER.signalk ? source % MOST_SENDERS : null
}

/** FNV-1a, folded to 24 bits. */
function hash(name: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < name.length; i++) value = Math.imul(value ^ name.charCodeAt(i), 0x01000193) >>> 0
  return ((value >>> 24) ^ value) & 0xffffff
}

import { N2K_STATUS_SPN } from '#contract/domain/reading.ts'

export const ENGINE_DYNAMIC = 127489
export const TRANSMISSION_DYNAMIC = 127493
/** Byte offsets of the two words of discrete status in the first message, and of the status byte in the second. */
const STATUS_AT = [20, 22] as const
const TRANSMISSION_STATUS_AT = 6
const ALL_ONES = 0xffff
const BYTE_OF_ONES = 0xff

/**
 * The bits that an engine sets in the discrete status of ENGINE_DYNAMIC, numbered through status 1 and status
 * 2, starting at N2K_STATUS_SPN. A word of all ones is "not available".
 */
export function engineStatusSpns(data: Uint8Array): number[] {
  return STATUS_AT.flatMap((at, word) => {
    const bits = (data[at] ?? 0xff) | ((data[at + 1] ?? 0xff) << 8)
    if (bits === ALL_ONES) return []
    return Array.from({ length: 16 }, (_, bit) => bit)
      .filter((bit) => (bits >> bit) & 1)
      .map((bit) => N2K_STATUS_SPN + 16 * word + bit)
  })
}

/** The bits of TRANSMISSION_DYNAMIC, numbered after those of the engine. */
export function transmissionStatusSpns(data: Uint8Array): number[] {
  const bits = data[TRANSMISSION_STATUS_AT] ?? BYTE_OF_ONES
  if (bits === BYTE_OF_ONES) return []
  return Array.from({ length: 8 }, (_, bit) => bit)
    .filter((bit) => (bits >> bit) & 1)
    .map((bit) => N2K_STATUS_SPN + 32 + bit)
}

/** Sets these bits, and clears all others. */
export function setEngineStatus(data: Uint8Array, spns: readonly number[]): void {
  STATUS_AT.forEach((at, word) => {
    const bits = spns
      .map((spn) => spn - N2K_STATUS_SPN - 16 * word)
      .filter((bit) => bit >= 0 && bit < 16)
      .reduce((all, bit) => all | (1 << bit), 0)
    data[at] = bits & 0xff
    data[at + 1] = bits >> 8
  })
}

import { N2K_STATUS_SPN } from '#contract/reading.ts'

/** Where the two words of discrete status lie in PGN 127489. */
const STATUS_AT = [20, 22] as const
const ALL_ONES = 0xffff

/**
 * The bits that an engine sets in the discrete status of PGN 127489, numbered from the first of status 1 to the last of
 * status 2 and counted on from N2K_STATUS_SPN. A word of all ones is "not available".
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

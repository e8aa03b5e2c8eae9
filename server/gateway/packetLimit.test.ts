import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PacketLimit } from './packetLimit.ts'

const PUBLISH = 0x30

/** A packet with this much content, behind its fixed header. */
function packet(bytes: number): Buffer {
  const header = [PUBLISH]
  let rest = bytes
  do {
    header.push((rest % 128) + (rest > 127 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from(header), Buffer.alloc(bytes, 0xff)])
}

test('passes packets up to the limit, however they are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 5000 }),
      (sizes, cut) => {
        const bytes = Buffer.concat(sizes.map(packet))
        const fits = new PacketLimit()
        const tooSmall = new PacketLimit()
        const largest = Math.max(...sizes)
        let refused = false
        for (let at = 0; at < bytes.length; at += cut) {
          expect(fits.accepts(bytes.subarray(at, at + cut), largest)).toBe(true)
          refused ||= !tooSmall.accepts(bytes.subarray(at, at + cut), largest - 1)
        }
        expect(refused).toBe(true)
      },
    ),
  )
})

test('refuses a large packet at its header, and a length that has no end', () => {
  expect(new PacketLimit().accepts(packet(1_000_000).subarray(0, 5), 999_999)).toBe(false)
  expect(new PacketLimit().accepts(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff), 2 ** 30)).toBe(false)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REJECTION_REASONS } from '#contract/domain/reading.ts'
import { decoderFor, encoderFor, FORMATS } from './formats.ts'
import { guessFormat } from './guessFormat.ts'
import { anyReadings } from './readings.arbitrary.ts'

const fragments = fc.constantFrom(
  ...[
    '(1502984866.421964) can0 09F112CC#',
    '09F8010D',
    '10:31:52.404 R ',
    '2016-02-28T19:57:02.364Z,2,127489,7,255,8,',
  ],
  ...[
    'A000304.596 0BFF2 1F112 ',
    '!PDGY,129029,2,3,255,1.5,',
    'FF',
    '00 ',
    ',ff',
    '\n',
    '\r',
    '\\c:1*00\\',
    '*00',
  ],
  ...[
    '$GPRMC,',
    '!AIVDM,2,1,3,B,',
    '082913',
    ',A,',
    '{"updates":[',
    '{"samples":[{"key":"sog","t":',
    ']}',
    'null',
    '1e999',
  ],
  ...[
    '"context":{"toString":1}',
    '{"values":[{"path":"propulsion..revolutions","value":1}]}',
    '"__proto__"',
    'TFR1',
  ],
  ...[
    '\x10\x02\x93',
    '\x10\x03',
    '\x1b\x01\x03',
    '\x1b\x0a',
    '\xd0',
    '1CECFF00#20FFFF93FF',
    '1CEBFF00#01',
    '18FECA00#',
  ],
)
const nonsense = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.array(fragments, { maxLength: 12 }).map((list) => Buffer.from(list.join(''), 'latin1')),
)
const receivedUs = fc.constantFrom(null, 0, 1.7e15)

describe.each(FORMATS)('a %s decoder', (format) => {
  test('throws on no bytes, and counts what it rejects', () => {
    fc.assert(
      fc.property(fc.array(nonsense, { maxLength: 4 }), receivedUs, (messages, at) => {
        const decoder = decoderFor(format)
        for (const message of messages) {
          for (const { reason, count } of decoder.decode(message, at).rejected) {
            expect(REJECTION_REASONS).toContain(reason)
            expect(count).toBeGreaterThan(0)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('throws on no good message with a few bytes changed', () => {
    const damage = fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(anyReadings, damage, (readings, changes) => {
        const message = Uint8Array.from(encoderFor(format)(readings))
        for (const [at, byte] of changes) if (message.length > 0) message[at % message.length] = byte
        decoderFor(format).decode(message, null)
      }),
      { numRuns: 100 },
    )
  })
})

test('guesses a format from any bytes without throwing', () => {
  fc.assert(fc.property(nonsense, (bytes) => void guessFormat(bytes)))
})

import { expect, test } from 'vitest'
import { CanDecoder } from '#protocols/can/canDecoder.ts'
import { FramesSeen, lineOfFrame } from './rawFrames.ts'

const NOW_MS = Date.UTC(2026, 5, 1, 12)

test('writes a frame with its header as a line that the shore reads', () => {
  const frame = {
    pgn: { prio: 2, pgn: 127250, src: 204, dst: 255 },
    length: 8,
    data: 'ff,10,27,ff,7f,ff,7f,fc',
  }
  const line = lineOfFrame(frame, NOW_MS) ?? ''
  expect(line).toBe('2026-06-01T12:00:00.000Z,2,127250,204,255,8,ff,10,27,ff,7f,ff,7f,fc')
  const { scalars, rejected } = new CanDecoder().decode(Buffer.from(line), null)
  expect([scalars.map(({ key, value }) => [key, value?.toFixed(4)]), rejected]).toEqual([
    [['heading', '1.0000']],
    [],
  ])
})

test('passes lines on, and reads nothing else', () => {
  expect(lineOfFrame('2026-06-01T12:00:00.000Z,2,127250,204,255,8,ff', NOW_MS)).toMatch(/^2026/)
  for (const other of [null, 7, {}, { pgn: {}, data: '' }, { pgn: { prio: 2 }, length: 8, data: 'ff' }])
    expect(lineOfFrame(other, NOW_MS)).toBeNull()
})

test('leaves out deltas of messages that arrive as frames, and of no others', () => {
  const seen = new FramesSeen()
  const heading = { type: 'NMEA2000', pgn: 127250, src: '204' }
  expect(seen.cover(heading, 0)).toBe(false)
  seen.note('A173321.107 CCFF2 1F112 FF1027FF7FFF7FFC\r', 0)
  expect(seen.cover(heading, 59_999)).toBe(true)
  expect(seen.cover({ ...heading, src: 204 }, 0)).toBe(true)
  expect(seen.cover(heading, 60_000)).toBe(false)
  // Another device, another message, and another bus without frames.
  expect(seen.cover({ ...heading, src: '7' }, 0)).toBe(false)
  expect(seen.cover({ ...heading, pgn: 127251 }, 0)).toBe(false)
  expect(seen.cover({ type: 'NMEA0183' }, 0)).toBe(false)
  expect(seen.cover(undefined, 0)).toBe(false)
  // The shore does not read this message, so it needs the delta.
  seen.note('2026-06-01T12:00:00.000Z,2,127237,204,255,8,ff,10,27,ff,7f,ff,7f,fc', 0)
  expect(seen.cover({ ...heading, pgn: 127237 }, 0)).toBe(false)
})

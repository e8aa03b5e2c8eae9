import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { CHECK_MS } from '../downloads/fileReader.ts'
import { whileSeen } from './addExportFile.ts'

const clock = fixedClock(0)
const sent = (bytes: Readable, isSeen = true) => whileSeen(bytes, clock, async () => isSeen)

test('sends the whole file', async () => {
  const bytes = Readable.from([Buffer.from('fair '), Buffer.from('winds')])
  expect(String(await buffer(sent(bytes)))).toBe('fair winds')
})

test('closes the file when the reader has left before the first byte', async () => {
  const bytes = Readable.from([Buffer.from('fair winds')])
  const closed = once(bytes, 'close')
  sent(bytes).destroy()
  await closed
  expect(bytes.destroyed).toBe(true)
})

test('ends when the reader must not see the export any more, and closes the file', async () => {
  const bytes = Readable.from(
    (async function* () {
      yield Buffer.from('fair ')
      clock.set(clock.nowMs() + CHECK_MS + 1)
      yield Buffer.from('winds')
    })(),
  )
  await expect(buffer(sent(bytes, false))).rejects.toThrow(/required permissions/)
  expect(bytes.destroyed).toBe(true)
})

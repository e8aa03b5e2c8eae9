import { expect, test, vi } from 'vitest'
import { Problem } from '#contract/wire/errors.ts'
import { type ImageReference, MAX_IMAGE_BYTES } from '#contract/wire/image.ts'
import { createAttachments } from './attachments.ts'

const photo = (name: string, type = 'image/jpeg') => new File(['x'], name, { type })
const kept = (id: string) => ({ id }) as ImageReference

/** Uploads and removals that the test completes itself. */
function held() {
  const uploads: {
    name: string
    signal: AbortSignal
    done: (id: string) => void
    fail: (error?: Error) => void
  }[] = []
  const removals: { id: string; done: () => void; fail: () => void }[] = []
  const notified: string[] = []
  const attachments = createAttachments({
    upload: ({ name }, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        uploads.push({
          name,
          signal,
          done: (id) => resolve(kept(id)),
          fail: (error = new Error()) => reject(error),
        })
      }),
    remove: (id) =>
      new Promise<void>((resolve, reject) => {
        removals.push({ id, done: resolve, fail: () => reject(new Error()) })
      }),
    notify: (what) => notified.push(what),
  })
  const states = () => attachments.get().map(({ name, status }) => `${name} ${status}`)
  const keyOf = (name: string) => attachments.get().find((one) => one.name === name)?.key ?? -1
  return { attachments, uploads, removals, notified, states, keyOf }
}

test('uploads one image after the other, in the given order', async () => {
  const { attachments, uploads, states } = held()
  attachments.add([photo('a'), photo('b')])
  expect(states()).toEqual(['a uploading', 'b idle'])
  uploads[0]?.done('1')
  await vi.waitFor(() => expect(states()).toEqual(['a done', 'b uploading']))
  uploads[1]?.done('2')
  await vi.waitFor(() => expect(states()).toEqual(['a done', 'b done']))
})

test('reports a failed upload and starts the next; removes the failed image without a call', async () => {
  const { attachments, uploads, removals, notified, states, keyOf } = held()
  attachments.add([photo('a'), photo('b')])
  uploads[0]?.fail()
  await vi.waitFor(() => expect(states()).toEqual(['a failed', 'b uploading']))
  expect(notified).toEqual(['uploadFailed'])
  attachments.remove(keyOf('a'))
  expect([states(), removals]).toEqual([['b uploading'], []])
})

test('cancels an upload without a message when its image is removed', async () => {
  const { attachments, uploads, notified, states, keyOf } = held()
  attachments.add([photo('a'), photo('b'), photo('c')])
  attachments.remove(keyOf('b'))
  attachments.remove(keyOf('a'))
  expect(uploads[0]?.signal.aborted).toBe(true)
  await vi.waitFor(() => expect(states()).toEqual(['c uploading']))
  expect([uploads.map(({ name }) => name), notified]).toEqual([['a', 'c'], []])
})

test('keeps the image when its removal fails', async () => {
  const { attachments, uploads, removals, notified, states, keyOf } = held()
  attachments.add([photo('a')])
  uploads[0]?.done('1')
  await vi.waitFor(() => expect(states()).toEqual(['a done']))
  attachments.remove(keyOf('a'))
  attachments.remove(keyOf('a'))
  expect([states(), removals.map(({ id }) => id)]).toEqual([['a deleting'], ['1']])
  removals[0]?.fail()
  await vi.waitFor(() => expect(states()).toEqual(['a done']))
  expect(notified).toEqual(['removeFailed'])
  attachments.remove(keyOf('a'))
  removals[1]?.done()
  await vi.waitFor(() => expect(states()).toEqual([]))
})

test('accepts 20 images, and no other files', () => {
  const { attachments, notified } = held()
  attachments.add([photo('a.pdf', 'application/pdf'), photo('b.svg', 'image/svg+xml')])
  expect([attachments.get(), notified]).toEqual([[], ['onlyImages']])
  attachments.add(Array.from({ length: 19 }, (_, n) => photo(`${n}`)))
  attachments.add([photo('20th', 'image/png'), photo('21st', 'image/webp')])
  expect(attachments.get()).toHaveLength(20)
  expect(attachments.get().at(-1)?.name).toBe('20th')
  expect(notified).toEqual(['onlyImages', 'tooMany'])
})

test('clears the images of a posted comment without deleting them', async () => {
  const { attachments, uploads, removals, states } = held()
  attachments.add([photo('a')])
  uploads[0]?.done('1')
  await vi.waitFor(() => expect(states()).toEqual(['a done']))
  attachments.clear()
  expect([states(), removals]).toEqual([[], []])
})

test('gives the reason of a failed image: too large, too many pixels, no picture, not sent', async () => {
  const { attachments, uploads, notified } = held()
  const large = new File([new Uint8Array(MAX_IMAGE_BYTES + 1)], 'large', { type: 'image/png' })
  attachments.add([large, photo('wide'), photo('text'), photo('lost')])
  for (const [at, error] of [new Problem('too_large'), new Problem('invalid'), undefined].entries()) {
    await vi.waitFor(() => expect(uploads).toHaveLength(at + 1))
    uploads[at]?.fail(error)
  }
  const why = () => attachments.get().map((one) => (one.status === 'failed' ? one.why : one.status))
  await vi.waitFor(() => expect(why()).toEqual(['tooLarge', 'tooManyPixels', 'noPicture', 'notSent']))
  // A file refused before its upload shows its own reason, so no notification follows.
  expect(notified).toHaveLength(3)
})

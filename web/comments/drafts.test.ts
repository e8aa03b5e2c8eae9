import { expect, test } from 'vitest'
import type { ImageReference } from '#contract/wire/image.ts'
import { createAttachments } from './attachments.ts'
import { createDrafts } from './drafts.ts'

const begin = () =>
  createDrafts(() =>
    createAttachments({
      upload: async () => ({ id: '1' }) as ImageReference,
      remove: async () => undefined,
      notify: () => undefined,
    }),
  )

test('restores text and images when the user returns to the form', () => {
  const draftOf = begin()
  draftOf('ann trip').write('Hull checked')
  draftOf('ann trip').attachments.add([new File(['x'], 'hull.jpg', { type: 'image/jpeg' })])
  const { text, attachments } = draftOf('ann trip')
  expect([text(), ...attachments.get().map(({ name }) => name)]).toEqual(['Hull checked', 'hull.jpg'])
})

test('keeps separate drafts for each subject and each person', () => {
  const draftOf = begin()
  draftOf('ann trip').write('Hull checked')
  expect([draftOf('ann other').text(), draftOf('bob trip').text()]).toEqual(['', ''])
})

test('notifies a form when another form writes or posts the draft', () => {
  const draftOf = begin()
  const received: string[] = []
  const leave = draftOf('ann trip').subscribe(() => received.push(draftOf('ann trip').text()))
  draftOf('ann trip').write('Hull checked')
  draftOf('ann trip').write('')
  leave()
  draftOf('ann trip').write('Again')
  expect(received).toEqual(['Hull checked', ''])
})

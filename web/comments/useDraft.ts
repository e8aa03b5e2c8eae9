import { useState, useSyncExternalStore } from 'react'
import { type CommentSubject, removeImage, uploadImage } from '../api/comments.ts'
import { useUser } from '../api/user.ts'
import { toast } from '../toasts/toast.ts'
import { createAttachments } from './attachments.ts'
import { createDrafts } from './drafts.ts'

/** The server removes images of a draft that is never posted after a day. */
const draftOf = createDrafts(() =>
  createAttachments({
    upload: uploadImage,
    remove: removeImage,
    notify: (what) =>
      void toast[what === 'tooMany' || what === 'onlyImages' ? 'info' : 'failure'](`comments.${what}`),
  }),
)

/** Draft of the signed-in user for a comment on a trip or a vessel. */
export function useDraft({ tripId, vesselId }: CommentSubject) {
  const { id } = useUser()
  const [draft] = useState(() => draftOf(`${id} ${tripId ?? vesselId}`))
  const { attachments, write } = draft
  return {
    text: useSyncExternalStore(draft.subscribe, draft.text),
    write,
    all: useSyncExternalStore(attachments.subscribe, attachments.get),
    attachments,
  }
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import { removeImage, uploadImage } from '../api/comments.ts'
import { toast } from '../ui/toast.ts'
import { createAttachments } from './attachments.ts'

/** Of one form; what it leaves behind unused the server removes after a day. */
export function useAttachments() {
  const [attachments] = useState(() =>
    createAttachments({
      upload: uploadImage,
      remove: removeImage,
      tell: (what) =>
        void toast[what === 'tooMany' || what === 'onlyImages' ? 'info' : 'failure'](`comments.${what}`),
    }),
  )
  useEffect(() => () => attachments.clear(), [attachments])
  return { all: useSyncExternalStore(attachments.subscribe, attachments.get), attachments }
}

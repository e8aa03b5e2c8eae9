import type { Attachments } from './attachments.ts'

/** Text and images of a comment that is not posted yet. */
interface Draft {
  text: () => string
  write: (text: string) => void
  /** Calls back when the text is another. */
  subscribe: (listener: () => void) => () => void
  attachments: Attachments
}

/**
 * Answers the draft of a key, begun where there is none. Drafts outlive the form they were written in: whoever looks at
 * another tab and comes back finds theirs again.
 */
export function createDrafts(createAttachments: () => Attachments): (key: string) => Draft {
  const drafts = new Map<string, Draft>()
  return (key) => {
    const draft = drafts.get(key) ?? createDraft(createAttachments())
    drafts.set(key, draft)
    return draft
  }
}

function createDraft(attachments: Attachments): Draft {
  const listeners = new Set<() => void>()
  let text = ''
  return {
    text: () => text,
    write(next) {
      text = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attachments,
  }
}

import type { Attachments } from './attachments.ts'

/** Text and images of a comment that is not posted yet. */
interface Draft {
  text: () => string
  write: (text: string) => void
  /** Calls the listener when the text changes; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  attachments: Attachments
}

/**
 * Returns the draft of a key, and creates a missing draft. Drafts outlive their form, so that a user who visits
 * another tab finds the text again.
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

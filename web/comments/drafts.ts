import type { Attachments } from './attachments.ts'

/** What somebody has begun to say and not posted yet. */
interface Draft {
  text: string
  attachments: Attachments
}

/**
 * Answers the draft of a key, begun where there is none. Drafts outlive the form they were written in: whoever looks at
 * another tab and comes back finds theirs again.
 */
export function createDrafts(createAttachments: () => Attachments): (key: string) => Draft {
  const drafts = new Map<string, Draft>()
  return (key) => {
    const draft = drafts.get(key) ?? { text: '', attachments: createAttachments() }
    drafts.set(key, draft)
    return draft
  }
}

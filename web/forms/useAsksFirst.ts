import { useEffect, useState } from 'react'

/** Forms with unsaved changes, the last changed at the end. */
const changedForms: object[] = []

/** True while a form has unsaved changes. */
export const hasUnsavedChanges = () => changedForms.length > 0

/**
 * Registers a form while it has unsaved changes. The answer is true for one form only, the last changed: two questions
 * about one navigation would follow each other.
 */
export function useAsksFirst(changed: boolean): () => boolean {
  const [own] = useState(() => ({}))
  useEffect(() => {
    if (!changed) return
    changedForms.push(own)
    return () => void changedForms.splice(changedForms.indexOf(own), 1)
  }, [own, changed])
  return () => changedForms.at(-1) === own
}

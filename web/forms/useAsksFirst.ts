import type { BlockerFn } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

type Action = Parameters<BlockerFn>[0]['action']

/** Forms with unsaved changes, the last changed at the end. */
const changedForms: { onLinks: boolean }[] = []

/**
 * Registers a form while it has unsaved changes. The answer is true for one form only, the last changed: two questions
 * about one navigation would follow each other. Links ask only the forms with `onLinks`.
 */
export function useAsksFirst(changed: boolean, onLinks: boolean): (action: Action) => boolean {
  const [own] = useState(() => ({ onLinks }))
  useEffect(() => {
    if (!changed) return
    changedForms.push(own)
    return () => void changedForms.splice(changedForms.indexOf(own), 1)
  }, [own, changed])
  return (action) => {
    const isLink = action === 'PUSH' || action === 'REPLACE'
    return changedForms.findLast((form) => form.onLinks || !isLink) === own
  }
}

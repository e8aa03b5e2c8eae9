import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files that are dropped anywhere on the page; otherwise the browser would open a file that misses its
 * target. Returns true while files hang above the page.
 */
export function useDropped(take: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false)
  useWindowEvent('dragover', (event) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    setOver(true)
  })
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false)
  })
  useWindowEvent('drop', (event) => {
    setOver(false)
    if (!event.dataTransfer || !holdsFiles(event)) return
    event.preventDefault()
    take(event.dataTransfer.files)
  })
  return over
}

import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page: a browser would leave it for a file that misses its target by a
 * little. Answers whether some hang above it.
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

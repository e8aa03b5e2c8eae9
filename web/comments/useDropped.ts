import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** For files that are dropped on an element or pasted into it; `over` while some hang above it. */
export function useDropped(take: (files: FileList) => void) {
  const [over, setOver] = useState(false)
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      },
      onPaste(event: ClipboardEvent) {
        // Whoever copies from a text with pictures in it means the text.
        const { files, types } = event.clipboardData
        if (files.length === 0 || types.includes('text/plain')) return
        event.preventDefault()
        take(files)
      },
    },
  }
}

import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Brings a directory and everything in it onto the disk. */
export function syncTree(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    syncByPath(join(directory, name))
  }
  syncByPath(directory)
}

/** A file, or a directory's list of names. */
export function syncByPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { syncByPath } from './syncTree.ts'

/** Files under way at a time. The disk writes what is synced together with one access to its journal. */
const AT_ONCE = 16

/** Copies a folder of files and folders and brings the copy onto the disk. */
export async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const within = entries.map((entry) => ({
    isFile: entry.isFile(),
    name: relative(from, join(entry.parentPath, entry.name)),
  }))
  const folders = within.filter(({ isFile }) => !isFile).map(({ name }) => join(to, name))
  for (const folder of folders) await mkdir(folder, { recursive: true })
  const files = within.filter(({ isFile }) => isFile).values()
  const copyNext = async () => {
    for (const { name } of files) {
      await copyFile(join(from, name), join(to, name))
      const file = await open(join(to, name))
      await file.datasync().finally(() => file.close())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyNext))
  for (const folder of [...folders, to]) syncByPath(folder)
}

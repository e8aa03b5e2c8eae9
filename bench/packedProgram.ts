import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Packs the program on board into a folder, and returns its path. It needs less memory than its source. */
export function packedProgram(folder: string): string {
  execFileSync(process.execPath, ['aboard/pack.ts', folder])
  execFileSync('tar', ['xzf', join(folder, 'taffrail-aboard.tgz'), '-C', folder])
  return join(folder, 'package/taffrail-aboard.js')
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

const CUT = fileURLToPath(new URL('./cut.ts', import.meta.url))

/** Starts a cut, prints its id, and then does nothing for ever. */
const PARENT = `
  import { spawn } from 'node:child_process'
  const child = spawn(process.execPath, [...process.argv.slice(1), String(process.pid)], { stdio: ['ignore', 'ignore', 'inherit'] })
  console.log(child.pid)
  setInterval(() => undefined, 1_000_000)`

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('ends when the process that started it was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-cut-'))
  const file = join(folder, 'fine.pmtiles')
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT, CUT, 'fine', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  const pid = Number(line)
  try {
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 50_000, interval: 200 })
  } finally {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

test('goes on when Ctrl-C is meant for the process that started it, which ends it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-cut-'))
  const child = spawn(process.execPath, [CUT, 'fine', join(folder, 'fine.pmtiles'), String(process.pid)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const cutBytes = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  const cutBeyond = (bytes: number) =>
    vi.waitFor(() => expect(cutBytes()).toBeGreaterThan(bytes), { timeout: 50_000, interval: 50 })
  try {
    await cutBeyond(0)
    child.kill('SIGINT')
    await cutBeyond(cutBytes())
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  } finally {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
})

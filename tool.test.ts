import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const tool = (...args: string[]) =>
  spawnSync(process.execPath, ['tool.ts', ...args], { cwd, encoding: 'utf8' })

test('lists every tool with what it does when no name is given', () => {
  const { status, stdout } = tool()
  expect(status).toBe(0)
  for (const line of stdout.trim().split('\n')) expect(line).toMatch(/^npm run tool [\w-]+ +[a-z].{10,}$/)
})

test('fails with the list when the name is unknown', () => {
  const { status, stdout, stderr } = tool('constructor')
  expect([status, stderr]).toEqual([1, 'There is no tool named constructor.\n'])
  expect(stdout).toContain('npm run tool lint')
})

test('passes arguments on and ends with the exit code of the tool', () => {
  expect(tool('new-device', '--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('--vessel'),
  })
  expect(tool('new-device', '--fast')).toMatchObject({ status: 1, stderr: expect.stringContaining('--fast') })
})

test('the source names no script that is gone', () => {
  const { scripts } = JSON.parse(readFileSync(`${cwd}package.json`, 'utf8')) as { scripts: object }
  const tools = [...tool().stdout.matchAll(/^npm run tool ([\w-]+)/gm)].map(([, name]) => name)
  const found = execFileSync('git', ['grep', '-hoE', 'npm run (tool )?[a-z][a-z0-9:-]*'], {
    cwd,
    encoding: 'utf8',
  })
  for (const words of new Set(found.trim().split('\n'))) {
    const [, , first = '', second] = words.split(' ')
    const isThere = first === 'tool' ? second === undefined || tools.includes(second) : first in scripts
    expect(isThere, words).toBe(true)
  }
})

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')
const command = fileURLToPath(new URL('./start.sh', import.meta.url))

test('starts the same command by npm, the unit and the image', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: { start: string } }
  expect(scripts.start).toBe('sh server/start.sh')
  expect(await read('deploy/taffrail.service')).toContain(
    '\nExecStart=/opt/taffrail/server/start.sh --no-demo\n',
  )
  expect(await read('Dockerfile')).toContain('\nCMD ["server/start.sh", "--no-demo"]\n')
})

test('gives its arguments to the program, and ends with its exit code', async () => {
  const run = promisify(execFile)
  expect((await run(command, ['--help'])).stdout).toContain('--data')
  await expect(run(command, ['--fast'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--fast'),
  })
})

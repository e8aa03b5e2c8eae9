import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')

test('the unit and the image start what npm start starts, with the memory it keeps', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: { start: string } }
  const words = scripts.start.split(' ')
  const variables = words.filter((word) => /^(JE_)?MALLOC_/.test(word))
  const options = words.slice(words.indexOf('node') + 1)
  expect([variables.length, options.length]).toEqual([3, 3])
  const unit = await read('deploy/taffrail.service')
  expect(unit).toContain(`\nEnvironment=${variables.join(' ')}\n`)
  expect(unit).toContain(`bin/node ${options.join(' ')} --no-demo\n`)
  const image = await read('Dockerfile')
  expect(image).toContain(` ${variables.join(' ')}\n`)
  expect(image).toContain(`CMD ${JSON.stringify(['node', ...options, '--no-demo']).replaceAll(',', ', ')}\n`)
})

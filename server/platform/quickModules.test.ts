import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Every module that the server loads, by address and format, as given to Node. */
function loaded(first: string): string[] {
  const script = `
    import { registerHooks } from 'node:module'
    ${first}
    const loaded = []
    registerHooks({ load: (url, context, load) => {
      loaded.push(context.format + ' ' + url)
      return load(url, context)
    } })
    await import('#server/runServer.ts')
    console.log(JSON.stringify(loaded))`
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 }))
}

test('loads the same modules as without it', () => {
  const plain = loaded('')
  expect(plain.filter((name) => name.includes('/drizzle-orm/')).length).toBeGreaterThan(50)
  expect(loaded("import '#server/platform/quickModules.ts'")).toEqual(plain)
})

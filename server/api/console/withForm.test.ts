import { expect, test } from 'vitest'
import { scriptHashes, wayOf, withForm } from './withForm.ts'

const PAGE = '<html lang="en"><body><div id="root"></div><script>1</script></body></html>'
const form = (words: string) => `<div><main><h1>${words}</h1></main><svg></svg></div>`
const FORMS = { password: { en: form('Sign in'), it: form('Accedi') } }

test('writes the form in English and the words of other languages into the page', () => {
  expect(withForm(PAGE, 'password', FORMS)).toBe(
    `<html data-way="password" lang="en"><body><div id="root">${form('Sign in')}</div>` +
      '<template lang="it"><main><h1>Accedi</h1></main></template><script>1</script></body></html>',
  )
})

test('leaves the page empty with an external provider, and where the build has no forms', () => {
  expect(withForm(PAGE, null, FORMS)).toBe(PAGE)
  expect(withForm(PAGE, 'code', {})).toBe(PAGE)
})

test('knows the way of each installation', () => {
  expect([wayOf(true, true), wayOf(true, false), wayOf(false, false)]).toEqual([
    ...['code demo', 'code', 'password'],
  ])
})

test('allows the scripts of the page by their hashes', () => {
  // printf 1 | openssl dgst -sha256 -binary | base64
  expect(scriptHashes(PAGE)).toEqual(["'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"])
})

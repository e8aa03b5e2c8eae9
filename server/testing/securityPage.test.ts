import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ASVS, LEVEL_ONE } from './asvsRows.ts'
import { ATTACKS, FAULTS } from './securityCases.ts'
import { asvsPage, asvsResultOf, numbersOf, securityPage } from './securityPage.ts'

const CASES = [...ATTACKS, ...FAULTS]
const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`)

/** True when a file has this title between quotes, as tests name themselves. */
function hasTitle(file: string, title: string): boolean {
  if (!existsSync(file)) return false
  const text = readFileSync(file, 'utf8')
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
}

test('writes the page on attacks and faults; run with -u to write it again', async () => {
  await expect(securityPage()).toMatchFileSnapshot('../../docs/security.md')
})

test('has an entry for each attack and each fault, in order', () => {
  expect(ATTACKS.map(({ id }) => id)).toEqual(numbered('A', 36))
  expect(FAULTS.map(({ id }) => id)).toEqual(numbered('F', 20))
})

test('has a test, a reason or the missing part in each entry', () => {
  for (const { id, tests = {}, missing, reason } of CASES) {
    expect(Object.keys(tests).length > 0 || missing || reason, id).toBeTruthy()
    for (const titles of Object.values(tests)) expect(titles.length, id).toBeGreaterThan(0)
    for (const text of [missing, reason]) if (text !== undefined) expect(text, id).toMatch(/^[A-Z].+\.$/)
  }
})

test('names only tests that exist', () => {
  const unknown = CASES.flatMap(({ id, tests = {} }) =>
    Object.entries(tests).flatMap(([file, titles]) =>
      titles.filter((title) => !hasTitle(file, title)).map((title) => `${id} ${file}: ${title}`),
    ),
  )
  expect(unknown).toEqual([])
  const [own, title] = ['server/testing/securityPage.test.ts', 'names only tests that exist']
  expect([hasTitle(own, title), hasTitle(own, title.slice(1)), hasTitle(`${own}x`, title)]).toEqual([
    true,
    false,
    false,
  ])
})

test('writes the page on OWASP ASVS; run with -u to write it again', async () => {
  await expect(asvsPage()).toMatchFileSnapshot('../../docs/asvs.md')
})

test('answers each requirement of OWASP ASVS once, and has no gap at level 1', () => {
  const rows = Object.entries(ASVS).flatMap(([chapter, all]) => all.map((row) => ({ chapter, row })))
  const numbers = rows.flatMap(({ row }) => numbersOf(row))
  expect(new Set(numbers).size).toBe(numbers.length)
  // As many as the standard has at each level.
  expect([numbers.filter((one) => LEVEL_ONE.has(one)).length, numbers.length]).toEqual([70, 253])
  for (const { chapter, row } of rows)
    for (const number of numbersOf(row)) expect(chapter).toMatch(new RegExp(`^V${number.split('.')[0]} `))
  const gaps = rows.filter(({ row }) => asvsResultOf(row) === 'gap').flatMap(({ row }) => numbersOf(row))
  expect(gaps.filter((one) => LEVEL_ONE.has(one))).toEqual([])
})

test('names only cases and files that exist as proof of a requirement', () => {
  const known = CASES.map(({ id }) => id)
  for (const row of Object.values(ASVS).flat()) {
    expect(row.cases || row.files || row.reason || row.gap, row.numbers).toBeTruthy()
    for (const id of row.cases?.split(' ') ?? []) expect(known, row.numbers).toContain(id)
    for (const file of row.files ?? []) expect([file, existsSync(file)]).toEqual([file, true])
    for (const text of [row.reason, row.gap]) if (text) expect(text, row.numbers).toMatch(/^[A-Z].+\.$/)
  }
})

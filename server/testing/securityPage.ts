import { ASVS, type AsvsRow, LEVEL_ONE } from './asvsRows.ts'
import { ATTACKS, FAULTS, type SecurityCase } from './securityCases.ts'

/** Writes the page of the documentation on attacks and faults, in Markdown. */
export function securityPage(): string {
  return `# Attacks and faults

The tests attack the program and break what it depends on. This page lists every such case: the attempt, the required result,
and the tests that prove it. A test writes this page from
[server/testing/securityCases.ts](../server/testing/securityCases.ts) and fails when a named test no longer exists.

- **tested**: the named tests prove the case. A note says what is left out on purpose, and why.
- **in part**: the named tests prove a part, and the note says what is missing.
- **reason**: no test, for the reason given.
- **gap**: no test yet.

[asvs.md](asvs.md) lists the requirements of OWASP ASVS 5.0 with their proof.

${counts({ Attacks: ATTACKS, Faults: FAULTS })}

## Attacks

${table(ATTACKS)}

## Faults

${table(FAULTS)}
`
}

const ASVS_RESULTS = ['tested', 'reason', 'gap'] as const

export const numbersOf = ({ numbers }: AsvsRow) => numbers.split(' ')
export const asvsResultOf = ({ cases, files, gap }: AsvsRow): (typeof ASVS_RESULTS)[number] =>
  gap ? 'gap' : cases || files ? 'tested' : 'reason'

/** Writes the page on the requirements of OWASP ASVS, in Markdown. */
export function asvsPage(): string {
  const all = Object.values(ASVS).flat()
  const levels = [1, 2].map((level) => [
    `Level ${level}`,
    ...ASVS_RESULTS.map((result) => {
      const numbers = all.filter((row) => asvsResultOf(row) === result).flatMap(numbersOf)
      return String(numbers.filter((number) => LEVEL_ONE.has(number) === (level === 1)).length)
    }),
  ])
  const chapters = Object.entries(ASVS).map(
    ([title, rows]) =>
      `## ${title}\n\n${rowsOf(
        ['Number', 'Requirement', 'Result', 'Proof and notes'],
        rows.map((row) => [
          numbersOf(row)
            .map((number) => (LEVEL_ONE.has(number) ? `**${number}**` : number))
            .join(' '),
          escaped(row.asks),
          asvsResultOf(row),
          [
            ...(row.cases ? [row.cases.split(' ').join(', ')] : []),
            ...(row.files ?? []).map((file) => `[${file.replace(/^.*\//, '')}](../${file})`),
            ...(row.reason ? [escaped(row.reason)] : []),
            ...(row.gap ? [`Missing: ${escaped(row.gap)}`] : []),
          ].join('<br>'),
        ]),
      )}`,
  )
  return `# OWASP ASVS 5.0, levels 1 and 2

Each requirement by its number, in our own words. Numbers of level 1 are bold. A code such as A7 is a case of
[security.md](security.md) with its tests. A test writes this page from
[server/testing/asvsRows.ts](../server/testing/asvsRows.ts), and refuses a gap at level 1.

- **tested**: tests prove the requirement, and a note says what is decided otherwise.
- **reason**: the requirement does not apply, or is met by something that no test sees.
- **gap**: a part is missing.

${rowsOf(['Requirements', ...ASVS_RESULTS], levels)}

${chapters.join('\n\n')}
`
}

const RESULTS = ['tested', 'in part', 'reason', 'gap'] as const
type Result = (typeof RESULTS)[number]

function resultOf({ tests = {}, missing, reason }: SecurityCase): Result {
  if (Object.keys(tests).length === 0) return reason && !missing ? 'reason' : 'gap'
  return missing ? 'in part' : 'tested'
}

function counts(groups: Record<string, readonly SecurityCase[]>): string {
  const rows = Object.entries(groups).map(([title, cases]) => [
    title,
    ...RESULTS.map((result) => String(cases.filter((one) => resultOf(one) === result).length)),
  ])
  return rowsOf(['', ...RESULTS], rows)
}

function table(cases: readonly SecurityCase[]): string {
  return rowsOf(
    ['Case', 'Attempt', 'Required result', 'Result', 'Tests and notes'],
    cases.map((one) => [
      one.id,
      escaped(one.tried),
      escaped(one.holds),
      resultOf(one),
      [
        ...Object.entries(one.tests ?? {}).map(([file, titles]) => testsOf(file, titles)),
        ...(one.missing ? [`Missing: ${escaped(one.missing)}`] : []),
        ...(one.reason ? [`Reason: ${escaped(one.reason)}`] : []),
      ].join('<br>'),
    ]),
  )
}

const testsOf = (file: string, titles: readonly string[]) =>
  `[${file.replace(/^.*\//, '')}](../${file}): ${titles.map((title) => `“${escaped(title)}”`).join(', ')}`

const escaped = (text: string) => text.replace(/[|*_<>`[\]]/g, (sign) => `\\${sign}`)

const rowsOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

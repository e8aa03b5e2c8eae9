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

${counts({ Attacks: ATTACKS, Faults: FAULTS })}

## Attacks

${table(ATTACKS)}

## Faults

${table(FAULTS)}
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

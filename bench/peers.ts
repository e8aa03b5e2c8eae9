/**
 * `npm run bench -- --peers [NAME…] [--full] [--turns 3] [--peers-dir DIR]`: runs the product and its peers by turns on
 * the same data and machine. A line has our figure, the peer's, their ratio, the goal, and the load of the machine per
 * core. Peers that are not installed are skipped and named. The peers of npm are looked up in DIR.
 */
import { parseArgs } from 'node:util'
import { compare, printCompared } from './peers/compare.ts'
import type { Comparison } from './peers/comparison.ts'
import { rows } from './peers/rows.ts'
import { sockets } from './peers/sockets.ts'

const COMPARISONS: readonly Comparison[] = [rows, sockets]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    turns: { type: 'string', default: '3' },
    'peers-dir': { type: 'string' },
  },
})
const given = {
  full: values.full,
  turns: Number(values.turns),
  peersDir: values['peers-dir'] ?? null,
}
for (const name of positionals)
  if (!COMPARISONS.some((known) => known.name === name)) throw new Error(`There is no comparison ${name}.`)
for (const comparison of COMPARISONS) {
  if (positionals.length > 0 && !positionals.includes(comparison.name)) continue
  const compared = await compare(comparison, given)
  printCompared(comparison, compared)
  if (compared.rows.some(({ ratio }) => ratio === null)) process.exitCode = 1
}

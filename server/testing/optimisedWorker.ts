/**
 * Queries the records in the directory given as the argument a hundred times, and prints which functions V8 has
 * optimised meanwhile.
 */
import { aloneInstance, engineModule } from '#server/stores/relational/engineModule.ts'
import { openDurablePglite } from '#server/stores/relational/openDurablePglite.ts'

const [directory] = process.argv.slice(2)
if (!directory) throw new Error('a directory is needed')
const { client, close } = await openDurablePglite(directory)
for (let i = 0; i < 100; i++) await client.query(`select ${i} as a, count(*) as b from users`)
// V8's own words, which only a process that was started with --allow-natives-syntax understands.
const isOptimised = new Function('one', 'return %IsTurboFanFunction(one)') as (one: unknown) => boolean
const { core_yylex, raw_parser } = await aloneInstance(await engineModule())
process.stdout.write(JSON.stringify({ lexer: isOptimised(core_yylex), parser: isOptimised(raw_parser) }))
await close()

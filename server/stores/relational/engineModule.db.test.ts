import { setFlagsFromString } from 'node:v8'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { testRecords } from '#server/testing/testStores.ts'
import { aloneInstance, engineModule } from './engineModule.ts'

test('what is asked often is optimised, the parser of what is asked never', async () => {
  // V8 answers only where it is asked in its own words, and at once where it does not optimise beside us.
  setFlagsFromString('--allow-natives-syntax')
  setFlagsFromString('--wasm-sync-tier-up')
  onTestFinished(() => {
    setFlagsFromString('--no-wasm-sync-tier-up')
    setFlagsFromString('--no-allow-natives-syntax')
  })
  const isOptimised = new Function('one', 'return %IsTurboFanFunction(one)') as (one: unknown) => boolean
  const records = await testRecords()
  onTestFinished(() => records.close())
  for (let i = 0; i < 100; i++) await records.db.execute(sql`select ${i}::int as a, count(*) as b from users`)
  const { core_yylex, raw_parser } = await aloneInstance(await engineModule())
  expect({ lexer: isOptimised(core_yylex), parser: isOptimised(raw_parser) }).toEqual({
    lexer: true,
    parser: false,
  })
})

import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Language } from '#contract/text/language.ts'
import { NAME_ORDERS, NUMBER_DIGITS } from '#contract/text/nameOrder.ts'

const ZEROS = '0'.repeat(NUMBER_DIGITS)

/** Returns the order by a column for the language of the reader. */
export type NameOrderSql = (language: Language) => SQL

/**
 * Orders names as a language does. PGlite knows no collation but that of bytes, and PostgreSQL only those it was built
 * with, so letters are exchanged for stand-ins whose bytes are in the order of the alphabet, and numbers get zeros before
 * them: more than enough, of which those beyond what is needed are taken away.
 */
export const byName =
  (column: AnyColumn): NameOrderSql =>
  (language) => {
    const { spelled, from, to } = NAME_ORDERS[language]
    const whole = spelled.reduce(
      (text, [letter, letters]) => sql`replace(${text}, ${letter}::text, ${letters}::text)`,
      sql`normalize(${column})`,
    )
    const letters = sql`translate(${whole}, ${from}::text, ${to}::text)`
    const padded = sql`regexp_replace(${letters}, '([0-9]+)', ${`${ZEROS}\\1`}::text, 'g')`
    return sql`regexp_replace(${padded}, ${`0*([0-9]{${NUMBER_DIGITS},})`}::text, '\\1', 'g') collate "C"`
  }

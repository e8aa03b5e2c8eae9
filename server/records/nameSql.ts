import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Language } from '#contract/text/language.ts'
import { NAME_ORDERS, NUMBER_DIGITS } from '#contract/text/nameOrder.ts'

const ZEROS = '0'.repeat(NUMBER_DIGITS)

/** Returns the order by a column for the language of the reader. */
export type NameOrderSql = (language: Language) => SQL

/**
 * Orders names as a language does. PGlite has only the byte collation, and PostgreSQL only those it was built
 * with. So letters are replaced by stand-ins whose bytes are in alphabetical order. Numbers get leading
 * zeros, and surplus zeros are removed.
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

import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { NAME_ORDERS } from '#contract/nameOrder.ts'

/** What orders by a column, once it is known who reads the list. */
export type NameOrderSql = (language: Language) => SQL

/**
 * Orders names as a language does. PGlite knows no collation but that of bytes, and PostgreSQL only those it was built
 * with, so letters are exchanged for stand-ins whose bytes are in the order of the alphabet.
 */
export const byName =
  (column: AnyColumn): NameOrderSql =>
  (language) => {
    const { spelled, from, to } = NAME_ORDERS[language]
    const whole = spelled.reduce(
      (text, [letter, letters]) => sql`replace(${text}, ${letter}::text, ${letters}::text)`,
      sql`normalize(${column})`,
    )
    return sql`translate(${whole}, ${from}::text, ${to}::text) collate "C"`
  }

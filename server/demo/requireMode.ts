import { needsSetup } from '#server/access/setup.ts'
import { readSetting } from '#server/records/settings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { DEMO_FLEET } from './seedDemo.ts'

/** The records were made in the other mode; the message gives advice. */
export class WrongMode extends Error {}

/** True for records with the demo's accounts. */
export const isDemo = async (db: Db) => (await readSetting(db, DEMO_FLEET)) !== null

/**
 * The passwords of the demo's accounts are public, so records with these accounts are opened in demo mode
 * alone, which answers only this machine. Nor does the demo add accounts to people's own organizations.
 * Throws WrongMode.
 */
export async function requireMode(
  db: Db,
  config: { demo: boolean; dataDir: string; DATABASE_URL?: string | undefined },
): Promise<void> {
  const isDemos = await isDemo(db)
  const place = config.DATABASE_URL ? 'The database at DATABASE_URL' : config.dataDir
  const elsewhere = config.DATABASE_URL ? 'another database' : 'another directory with --data'
  if (isDemos && !config.demo) {
    throw new WrongMode(
      `${place} contains the demo, whose accounts have well-known passwords. Start it without --no-demo, or name ${elsewhere} for an installation of your own.`,
    )
  }
  if (!isDemos && config.demo && !(await needsSetup(db))) {
    throw new WrongMode(
      `${place} contains an installation of your own. The demo would add accounts with well-known passwords to it. Start it with --no-demo, or name ${elsewhere} for the demo.`,
    )
  }
}

/** A newer program has migrated the stores; this program does not know their tables. */
export class TooOld extends Error {
  constructor(which: 'records' | 'telemetry') {
    super(
      `The ${which} were brought up to date by a newer version of Taffrail, and this one would misread them. Start the newer one, or restore a backup that was taken before it.`,
    )
  }
}

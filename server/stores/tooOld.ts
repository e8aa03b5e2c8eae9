/** The stores were brought up to date by a newer program; its tables are not this one's. */
export class TooOld extends Error {
  constructor(which: 'records' | 'telemetry') {
    super(
      `The ${which} were brought up to date by a newer version of Taffrail, and this one would misread them. Start the newer one, or restore a backup that was taken before it.`,
    )
  }
}

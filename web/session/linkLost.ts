import { Problem } from '#contract/wire/errors.ts'

/** Error of a call that was cancelled or not sent because the connection to the server is lost. */
export class LinkLost extends Problem {
  constructor() {
    super('unavailable')
  }
}

import { Problem } from '#contract/wire/errors.ts'

/** A call that was ended, or not begun, because the link to the server is lost. */
export class LinkLost extends Problem {
  constructor() {
    super('unavailable')
  }
}

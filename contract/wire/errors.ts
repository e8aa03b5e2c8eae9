/**
 * Every failure that a caller can receive. Answers carry `{ code, message }` and nothing else. A failure that is not in
 * this list is logged with a request id and answered as `internal`.
 */
export const PROBLEMS = {
  invalid: { status: 400, message: 'The request is not valid.' },
  INVALID_OTP: { status: 400, message: 'Incorrect code' },
  INVALID_CREDENTIALS: {
    status: 401,
    message: 'Invalid email or password. Please check your credentials and try again.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    message: 'Your organization requires a second factor. Turn one on first.',
  },
  OWN_SECOND_FACTOR_FIRST: {
    status: 409,
    message: 'Turn on your own second factor before you require one of others.',
  },
  PASSWORD_TOO_SHORT: { status: 400, message: 'Your organization requires a longer password.' },
  PASSWORD_BREACHED: {
    status: 400,
    message: 'This password is in lists of stolen passwords. Choose another one.',
  },
  TOO_MANY_POINTS: { status: 400, message: 'That is more points than one answer holds.' },
  ADDRESS_REFUSED: {
    status: 400,
    message: 'This address is not on the internet. The operator of the server can allow it.',
  },
  INCORRECT_PAIRING_CODE: { status: 400, message: 'Incorrect pairing code. Please check and try again.' },
  TRIP_TOO_SHORT: {
    status: 400,
    message: 'That would leave less than a trip: it takes two minutes and 0.1 nmi.',
  },
  NO_REST_MOVED: { status: 400, message: 'She moved in that minute: a sensor is levelled at rest.' },
  NO_REST_SHAKEN: { status: 400, message: 'The sensor was shaken in that minute: it is levelled at rest.' },
  NO_REST_SILENT: { status: 400, message: 'The sensor did not report for that whole minute.' },
  NO_REST_EARLIER: {
    status: 400,
    message: 'That minute is before the sensor was mounted so: it tells nothing of this mounting.',
  },
  NO_REST_TILTED: {
    status: 400,
    message: 'In that minute gravity pointed elsewhere than these axes say. Please check where they point.',
  },
  API_LIMIT_REACHED: { status: 402, message: 'API usage limit reached' },
  not_authenticated: { status: 401, message: 'User is not authenticated' },
  not_paired: { status: 403, message: 'This device is not paired with a vessel.' },
  not_allowed: { status: 403, message: 'You do not have the required permissions to access this resource.' },
  not_found: { status: 404, message: 'Not found.' },
  conflict: { status: 409, message: 'This was changed by somebody else in the meantime.' },
  NAME_IN_USE: { status: 409, message: 'There is one of this name already.' },
  VESSEL_HAS_DEVICE: { status: 409, message: 'The vessel has a device already.' },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    message:
      'The call that has this Idempotency-Key is not done. If it broke off, look what became of it, and use another key.',
  },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key belongs to another call.' },
  EMAIL_ALREADY_IN_USE_AT_COMPANY: { status: 409, message: 'User with this email already exists.' },
  DELETING_NON_EMPTY_DEPARTMENT_NOT_ALLOWED: {
    status: 409,
    message: 'You cannot delete a department that has users, vessels and/or captains assigned to it.',
  },
  too_large: { status: 413, message: 'The request is too large.' },
  too_many: { status: 429, message: 'Too many requests. Try again later.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many failed login attempts. Try again later.' },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
  damaged: { status: 500, message: 'Stored measurements are damaged.' },
  unavailable: { status: 503, message: 'The service is busy. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof PROBLEMS

/** Detail of `too_large` for a file that broke the limits on memory and time while it was opened. */
export const TOO_LARGE_UNPACKED =
  'Stopped: too large when unpacked. The file took more memory or time than a file may. Make it simpler or smaller.'

/**
 * The one error class that crosses a border. `detail` replaces the catalogue's sentence by a more precise
 * one.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number

  constructor(code: ProblemCode, detail?: string) {
    super(detail ?? PROBLEMS[code].message)
    this.name = 'Problem'
    this.code = code
    this.status = PROBLEMS[code].status
  }
}

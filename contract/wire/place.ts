import { oneLine } from '#contract/text/oneLine.ts'

/** English name of a country, as the form offers it; the server refuses every other one. */
export const Country = oneLine().min(1, 'Country is required').max(100)
/** A region of the country, as the form offers it; empty for none. */
export const Region = oneLine().max(100)

const PHONE_NUMBER = 'Invalid phone number.'
/** Digits of a number: ITU-T E.164 allows 15; no subscriber has fewer than five. */
const LEAST_DIGITS = 5
const MOST_DIGITS = 15

/** `+354 555 1234`, `(06) 555-1234`: digits with the signs that people write between them; empty for none. */
export const PhoneNumber = oneLine()
  .max(40)
  .regex(/^\+?[\d\s().\-/]*$/, PHONE_NUMBER)
  .refine((typed) => {
    const digits = typed.replaceAll(/\D/g, '').length
    return typed === '' || (digits >= LEAST_DIGITS && digits <= MOST_DIGITS)
  }, PHONE_NUMBER)

import type { ApiKey } from '#contract/wire/apiKey.ts'

/** By its ends, which is all that is known of a key once it was made. */
export const KeyPreview = ({ apiKey: { first_digits, last_digits } }: { apiKey: ApiKey }) => (
  <code>
    {first_digits}…{last_digits}
  </code>
)

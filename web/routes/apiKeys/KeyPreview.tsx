import type { ApiKey } from '#contract/wire/apiKey.ts'

/** First and last characters of a key: the server stores no more after creation. */
export const KeyPreview = ({ apiKey: { first_digits, last_digits } }: { apiKey: ApiKey }) => (
  <code>
    {first_digits}…{last_digits}
  </code>
)

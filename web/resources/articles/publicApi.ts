import type { Article } from '../article.ts'

export const publicApi: Article = {
  slug: 'public-api',
  title: 'Public API',
  tags: ['API', 'Integration'],
  summary: 'Read your fleet from your own programs: keys, credits and the answers to expect.',
  body: [
    {
      text: 'The public API answers what the console shows, for programs of your own: vessels, captains, trips and their data. It is always called with an API key.',
    },
    { heading: 'Keys' },
    {
      list: [
        'Only Organization Admins create and manage keys, on the page API Keys.',
        'A key has exactly one role and one department and can do what a person with them could do, no more.',
        'The key is shown once, when it is created. Keep it like a password: in a secret store, not in a repository or a spreadsheet.',
        'A deleted key stops working at once. Give each program its own key, so that one can be taken away without the others.',
      ],
    },
    { heading: 'Credits' },
    {
      text: 'Every organization has a daily number of credits. What is left over is not carried to the next day; the quota resets at midnight GMT.',
    },
    {
      list: [
        'A basic fetch costs 1 credit.',
        'Writing costs 1 credit for every 10 rows, deleting 1 credit a request.',
        'Raw data costs 1 credit for every 100 rows.',
        'A CSV download costs 50 credits.',
      ],
    },
    { heading: 'Answers' },
    {
      list: [
        '401: the key is wrong, deleted or expired.',
        '402: the credits of the day are used up.',
        '404: there is no such thing, or the key may not see it. The API does not tell which.',
      ],
    },
  ],
}

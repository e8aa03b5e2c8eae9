import type { Article } from '../article.ts'

export const numbers: Article = {
  slug: 'numbers',
  title: 'What the numbers mean',
  tags: ['Trips', 'Reports', 'Impacts', 'Fuel', 'Safety'],
  summary:
    'Where each number on the screen comes from and how it is made, to be checked, trusted or argued with.',
  body: [{ document: 'numbers' }],
}

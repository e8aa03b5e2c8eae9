import { expect, test } from 'vitest'
import { ARTICLES, searchArticles } from './articles.ts'

test('every article that other pages link to is there', () => {
  expect(ARTICLES.map(({ slug }) => slug).sort()).toEqual([
    'access-imas-ui-over-wifi',
    'departments-and-roles',
    'numbers',
    'pairing-vessels',
    'public-api',
    'system-installation',
    'user-creation',
  ])
})

test('the search looks at title, summary and tags, whatever the case', () => {
  const slugs = (search: string) => searchArticles(search).map(({ slug }) => slug)
  expect(slugs('  PAIRING ')).toContain('pairing-vessels')
  expect(slugs('split up')).toEqual(['departments-and-roles'])
  expect(slugs('integration')).toEqual(['public-api'])
  expect(slugs('users permissions')).toEqual(['departments-and-roles'])
  expect(slugs('zeppelin')).toEqual([])
  expect(slugs('')).toHaveLength(ARTICLES.length)
})

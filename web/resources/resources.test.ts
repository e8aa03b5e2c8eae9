import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LANGUAGE_IDS } from '#contract/text/language.ts'
import { ANNOUNCEMENTS } from '#contract/words/announcements.ts'
import type { Article, Block } from './article.ts'
import { CHAPTERS } from './chapters.ts'
import { ARTICLES, loadArticles, loadNews } from './loadResources.ts'
import { PICTURE_NAMES, PICTURE_SIZE } from './pictures.ts'
import { RELEASES } from './releaseNotes.ts'
import { searchArticles } from './searchArticles.ts'

const english = await loadArticles('en')
const translated = LANGUAGE_IDS.filter((language) => language !== 'en')
/** Kinds of a block's content and its number of lines, without the words. */
const shape = (block: Block) =>
  Object.entries(block).map(([kind, content]) =>
    ['table', 'document', 'picture'].includes(kind)
      ? [kind, content]
      : [kind, Array.isArray(content) ? content.length : 1],
  )

test('has in each language the same articles, announcements and releases, and no other', async () => {
  for (const language of LANGUAGE_IDS) {
    const files = (folder: string) => readdir(new URL(`../../words/${language}/${folder}`, import.meta.url))
    const markdown = (names: readonly string[]) => names.map((name) => `${name}.md`).sort()
    expect((await files('articles')).sort()).toEqual(markdown(ARTICLES))
    expect((await files('news')).sort()).toEqual(markdown(ANNOUNCEMENTS.map(({ slug }) => slug)))
    expect((await files('releases')).sort()).toEqual(markdown(RELEASES.map(({ version }) => version)))
  }
})

const text = (article: Article) => JSON.stringify(article)

test('has every article that other pages link to, and none about missing features', () => {
  expect(english.map(({ slug }) => slug).sort()).toEqual([
    'access-imas-ui-over-wifi',
    'departments-and-roles',
    'helm-and-captains',
    'maintenance',
    'numbers',
    'pairing-vessels',
    'public-api',
    'reports-and-logbook',
    'rules-and-alerts',
    'share-print-export',
    'system-installation',
    'user-creation',
  ])
  for (const article of english) {
    expect(text(article), article.slug).not.toMatch(/IMAS|sensor settings/)
  }
})

test('lists every article once in the documentation', () => {
  expect(CHAPTERS.flatMap(({ slugs }) => [...slugs]).sort()).toEqual(english.map(({ slug }) => slug).sort())
})

test.each(translated)('has every article in %s, block by block', async (language) => {
  const articles = await loadArticles(language)
  const skeleton = (all: readonly Article[]) =>
    all.map(({ slug, tags, body }) => ({ slug, tags: tags.length, body: body.map(shape) }))
  expect(skeleton(articles)).toEqual(skeleton(english))
  articles.forEach((article, index) => {
    expect(article.title).not.toBe(english[index]?.title)
    expect(article.summary).not.toBe(english[index]?.summary)
  })
})

test('has each picture of an article in both colours, small, and no other', async () => {
  const named = english.flatMap(({ body }) =>
    body.flatMap((block) => ('picture' in block ? [block.picture] : [])),
  )
  expect(named.sort()).toEqual([...PICTURE_NAMES].sort())
  const folder = new URL('pictures/', import.meta.url)
  const files = await readdir(folder)
  expect(files.sort()).toEqual(named.flatMap((name) => [`${name}-dark.avif`, `${name}-light.avif`]))
  const pictures = await Promise.all(files.map((file) => readFile(new URL(file, folder))))
  for (const [at, bytes] of pictures.entries()) {
    const { width, height } = await sharp(bytes).metadata()
    expect([files[at], { width, height }]).toEqual([files[at], PICTURE_SIZE])
    expect(bytes.length, files[at]).toBeLessThanOrEqual(60_000)
  }
  expect(pictures.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(1_000_000)
})

test.each(LANGUAGE_IDS)('has announcements and release notes in %s', async (language) => {
  const { announcements, releases } = await loadNews(language)
  expect(Object.keys(announcements)).toEqual(ANNOUNCEMENTS.map(({ slug }) => slug))
  expect(Object.keys(releases)).toEqual(RELEASES.map(({ version }) => version))
  const english = await loadNews('en')
  for (const { version } of RELEASES) {
    expect(releases[version].features.length, version).toBe(english.releases[version].features.length)
    expect(releases[version].description === undefined, version).toBe(
      english.releases[version].description === undefined,
    )
  }
})

test.each(LANGUAGE_IDS)('has in %s no straight apostrophe and no missing feature', async (language) => {
  const content = [await loadArticles(language), await loadNews(language)]
    .map((one) => JSON.stringify(one))
    .join()
  expect(content).not.toMatch(/\p{L}'\p{L}/u)
  expect(content).not.toMatch(/CSV export/i)
})

test('finds an article in every language, by other word forms and with a wrong letter', async () => {
  const firstOf = async (language: 'en' | 'it' | 'is', search: string) =>
    searchArticles(await loadArticles(language), search)
      .slice(0, 3)
      .map(({ slug }) => slug)
  const typed = {
    en: ['pair', 'pairing', 'Pairings', 'code', 'transfer', 'unpair', 'pairng', 'how do I unpair a device'],
    it: ['associare', 'associazione', 'codice', 'trasferire', 'dissociare', 'dispositivi', 'dissociazione'],
    is: ['para', 'pörun', 'porun', 'kóði', 'kodi', 'flytja', 'aftengja', 'tækið'],
  } as const
  for (const language of ['en', 'it', 'is'] as const)
    for (const search of typed[language])
      expect([search, await firstOf(language, search)]).toEqual([
        search,
        expect.arrayContaining(['pairing-vessels']),
      ])
  for (const [language, search] of [
    ['en', 'credits'],
    ['it', 'crediti'],
    ['is', 'inneign'],
  ] as const)
    expect([search, await firstOf(language, search)]).toEqual([
      search,
      expect.arrayContaining(['public-api']),
    ])
})

test('searches title, summary, tags and text, ignoring case', async () => {
  const slugs = (search: string) => searchArticles(english, search).map(({ slug }) => slug)
  expect(slugs('  CONNECTING ')).toContain('pairing-vessels')
  expect(slugs('split up')[0]).toBe('departments-and-roles')
  expect(slugs('users permissions')[0]).toBe('departments-and-roles')
  expect(slugs('zeppelin')).toEqual([])
  expect(slugs('')).toHaveLength(english.length)
  const icelandic = searchArticles(await loadArticles('is'), 'hlutverk')
  expect(icelandic.map(({ slug }) => slug)).toContain('departments-and-roles')
})

import { readdirSync, readFileSync } from 'node:fs'
import { allCountries } from 'country-region-data'
import { expect, test } from 'vitest'
import { LANGUAGE_IDS, type Language } from '#contract/text/language.ts'
import { words as en } from '#web/i18n/screens/en.ts'
import { words as icelandic } from '#web/i18n/screens/is.ts'
import { words as italian } from '#web/i18n/screens/it.ts'

const sentences = (words: object, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[path + key, value] as [string, string]]
      : sentences(value, `${path}${key}.`),
  )
const blanks = (sentence: string) => (sentence.match(/\{\{\w+\}\}/g) ?? []).sort()

/** Every JSON file of a language with its sentences, `screen/map.json` with `map.search`. */
function sentencesIn(language: Language): Map<string, string> {
  const folder = new URL(`${language}/`, import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  return new Map(
    files.sort().flatMap((file) => {
      // The terms of the puzzle differ between languages; a separate test covers them.
      if (file === 'puzzle.json') return []
      const words = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object
      return sentences(words).map(([key, sentence]): [string, string] => [`${file} ${key}`, sentence])
    }),
  )
}
const english = sentencesIn('en')

test.each(['it', 'is'] as const)('has in %s the sentences of English, with the same blanks', (language) => {
  const translated = sentencesIn(language)
  expect([...translated.keys()]).toEqual([...english.keys()])
  for (const [key, sentence] of english) {
    // Icelandic uses the singular for 21, so the number must appear where English says "once".
    const counted = english.get(key.replace(/_one$/, '_other')) ?? sentence
    const allowed = [blanks(sentence), blanks(counted)]
    if (language === 'it' && key.endsWith('_one')) allowed.push(blanks(sentence.replace('{{count}}', '')))
    expect(allowed, key).toContainEqual(blanks(translated.get(key) ?? ''))
  }
})

test.each(LANGUAGE_IDS)('has in %s no empty sentence, and every plural form of the language', (language) => {
  const words = sentencesIn(language)
  // Italian has a plural form for whole millions, which is written like the other.
  const forms = new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== 'many')
  for (const [key, sentence] of words) {
    expect(sentence.trim(), key).not.toBe('')
    expect(sentence, key).toBe(sentence.trim())
    const [, name] = /^(.*)_(?:one|other)$/.exec(key) ?? []
    if (name) for (const form of forms) expect(words.has(`${name}_${form}`), `${name}_${form}`).toBe(true)
  }
})

test('uses every sentence, as a key, in a template of keys or as a field', () => {
  const source = ['web', 'contract', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\//.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const text = source.join('\n')
  const quoted = new Set([...text.matchAll(/['"`]([\w./-]+\.[\w./-]+)['"`]/g)].map(([, key]) => key))
  // `rank.${level}` stands for every key that begins with `rank.` and has the same number of parts.
  const templates = [
    ...new Set([...text.matchAll(/`(\w+\.(?:[\w./-]|\$\{[^`}]*\})*)`/g)].map(([, key = '']) => key)),
  ]
    .filter((key) => key.includes('${'))
    .map(
      (key) =>
        new RegExp(
          `^${key
            .split(/\$\{[^}]*\}/)
            .map((part) => part.replaceAll('.', '\\.'))
            .join('[^.]+')}$`,
        ),
    )
  const fields = new Set(text.match(/\b\w+\b/g))
  const isUsed = (file: string, key: string) => {
    // Countries are looked up by their codes.
    if (file === 'countries.json') return true
    const plain = key.replace(/_(one|other)$/, '')
    if (quoted.has(plain) || templates.some((template) => template.test(plain))) return true
    return (
      READ_AS_FIELDS.test(`${file} ${plain}`) &&
      plain.split('.').every((part) => fields.has(part) || /^\d+$/.test(part))
    )
  }
  const unused = [...english.keys()].filter((named) => {
    const [file = '', key = ''] = named.split(' ')
    return !isUsed(file, key)
  })
  expect(unused).toEqual([])
})

/** Files and sections that code reads as objects: on the server, and where it looks sentences up. */
const READ_AS_FIELDS =
  /^(mails|documents|onBoard)\.json |^screen\/(alertText|problems)\.json |^screen\/format\.json format\.unit\./

test('has the agreed English wording, word for word', () => {
  const { signIn, error, trips } = en
  expect([signIn.withPassword, signIn.withoutPassword]).toEqual([
    'Sign in with password',
    'Sign in without a password',
  ])
  expect([signIn.continue, signIn.checkEmail, signIn.submit, signIn.resend, signIn.signIn]).toEqual([
    'Continue',
    'Check your email',
    'Submit',
    'Resend',
    'Sign In',
  ])
  expect([signIn.forgot, signIn.resetTitle, signIn.resetSend, en.common.close]).toEqual([
    'Forgot your password?',
    'Reset your password',
    'Send Email',
    'Close',
  ])
  expect([signIn.emailRequired, signIn.emailInvalid, signIn.passwordRequired]).toEqual([
    'Email is required',
    'Must be a valid email',
    'Password is required',
  ])
  expect([signIn.incorrectCode, signIn.failed, signIn.resetSent, signIn.resetFailed]).toEqual([
    'Incorrect code',
    'Something went wrong. Please try again.',
    'Email sent',
    'Could not send email',
  ])
  expect([signIn.invalidCredentials, signIn.tooManyAttempts]).toEqual([
    'Invalid email or password. Please check your credentials and try again.',
    'Too many failed login attempts. Try again later.',
  ])
  expect([error.signInLoad, error.token, error.lost, error.oops, error.trips]).toEqual([
    'Something went wrong. Could not sign in user.',
    'Failed to retrieve token. Please try again.',
    'Oops! Lost at sea...',
    'Oops! Something went wrong...',
    'Error fetching trips.',
  ])
  expect([error.noAccess, error.backToSafety, error.sendFeedback]).toEqual([
    'You do not have the required permissions to access this resource.',
    'Back to safety',
    'Send feedback',
  ])
  expect(trips.none).toBe(
    'No trips have been logged yet. Trips will be automatically logged once a vessel starts sailing.',
  )
})

test.each([
  ['English', en],
  ['Italian', italian],
  ['Icelandic', icelandic],
])('has no straight apostrophe in %s', (_, words) => {
  expect(sentences(words).filter(([, sentence]) => sentence.includes("'"))).toEqual([])
})

/** One thing has one word: words that a language must avoid, and the keys where they are allowed. */
const WRONG_WORDS: readonly [language: string, wrong: RegExp, except?: RegExp][] = [
  ['Italian', /\bavvis[oi]\b/i, /^severity\.warning$|^alertText\.(lamp|engineStatus)\./],
  ['Italian', /\be-mail\b/i],
  ['Italian', /\bautorizzazion[ei]\b/i],
  ['Italian', /\bin folle\b/i, /^alertText\.engineStatus\./],
  ['Italian', /\bpersonali\b/i],
  ['Italian', /\barres[oa]\b|\barrendo\b/i],
  ['Italian', /\bcommento\b/i, /comment|^trips\./],
  ['Italian', /\brotta\b/i, /\.(course|cog)$/],
  ['Italian', /\bpercors[oi]\b/i, /^top\.breadcrumbs$/],
  ['Italian', /\bcapitan[oi]\b/i],
  ['Italian', /\bbarc(a|he)\b/i, /^replay\.models\./],
  ['Italian', /abbinament/i],
  ['Italian', /tassell/i],
  ['Italian', /\b(una|la|le|nelle|delle|questa) geofence\b/i],
  ['Icelandic', /landhelg/i],
  ['Icelandic', /viðtæki/i],
  ['Icelandic', /yfir (grunn|botni)($|[^\p{L}])/iu],
  ['Icelandic', /ummæl/i],
  ['Icelandic', /forritaskil/i],
  ['Icelandic', /(?<!vöktunar|land|kort)svæði/i, /^geofences\.(noneHint|harborHint)$/],
  [
    'Icelandic',
    /(^|[^\p{L}])skip(s|i|in|ið|inu|um|a|anna|unum|sins)?($|[^\p{L}])/iu,
    /^top\.skip$|^ais\.show$/,
  ],
  ['Icelandic', /ótengt|óparað($|[^\p{L}])|ekki tiltækt/iu],
  ['Icelandic', /tilkynning/i, /notifications|^settings\.(phoneNeeded|channel)/],
  ['Icelandic', /aðföng/i],
  ['Icelandic', /umsjón/i],
  ['Icelandic', /leiðbeiningar/i, /^nav\.documentationHint$|resources\.documentationHint/],
  ['Icelandic', /heildarlengd|virk lengd|tímalengdin/i],
  ['Icelandic', /\bmin\b/],
  // The console; starboard is “stjórnborð” too.
  ['Icelandic', /stjórnborðið|stjórnborðinu/],
]

test.each(WRONG_WORDS)('avoids in %s the word %s', (language, wrong, except) => {
  const checked = sentences(language === 'Italian' ? italian : icelandic).filter(
    ([key]) => !except?.test(key),
  )
  expect(checked.filter(([, sentence]) => wrong.test(sentence.replace(/\{\{\w+\}\}/g, '')))).toEqual([])
})

test('names every country that a department can have', () => {
  const unnamed = allCountries
    .map(([, code]) => code)
    .filter((code) => !english.has(`countries.json ${code}`))
  expect(unnamed).toEqual([])
  expect(sentencesIn('is').get('countries.json IT')).toBe('Ítalía')
})

test('names roles in the language of the reader', () => {
  for (const words of [italian, icelandic]) {
    for (const [id, name] of Object.entries(en.role)) expect(words.role[id as 'all']).not.toBe(name)
    expect(words.role).toMatchObject(words.roleName)
  }
})

/** Names, abbreviations and signs that are the same in every language. */
const SAME_EVERYWHERE =
  /^(SOG|COG|SQ|CQ|CSV|PDF|Parquet|GeoJSON|HDOP|EPIRB|MMSI|MQTT 3\.1\.1|HTTP|Victron GX|NMEA (2000|0183)|J1939|Signal K|PostgreSQL|ClickHouse|Mirage|SMS( \(TWILIO_…\))?|Taffrail( API)?|[NSE]{1,2}|ms|mph|°[CF])$/
/** Words that a language has in common with English, and keys as they are written on a keyboard. */
const COGNATES: Readonly<Record<string, RegExp>> = {
  Italian:
    /^(Online|Offline|offline|Sail drive|in|Password|Email|Jerk|Satellite|max|Max|Min|No|Server|Area|Link|Zoom|Diesel|Eco|Geofence|geofence|Console|File|Push|Webhook|Tab|Esc|s|min|h|(nmi|L|gal|km|\/)*(nmi|h))$/,
  Icelandic: /^(Sail drive|Sent|Shift|Tab|Enter|Esc|Home|End|Page (Up|Down)|s)$/,
}

test.each([
  ['Italian', italian],
  ['Icelandic', icelandic],
])('has in %s no English but names and cognates', (language, words) => {
  const english = new Map(sentences(en))
  const same = sentences(words).filter(([key, sentence]) => {
    const plain = sentence.replaceAll(/\{\{\w+\}\}/g, '').replaceAll(/^[^\p{L}°]+|[^\p{L}\d)]+$/gu, '')
    if (english.get(key) !== sentence || plain === '') return false
    return !SAME_EVERYWHERE.test(plain) && !COGNATES[language]?.test(plain)
  })
  expect(same).toEqual([])
})

test('keeps the corrected words', () => {
  const { nav, trips, stage, puzzle, dates, error } = italian
  expect([nav.alerts, nav.personal, trips.track, stage.idle, puzzle.gaveUp, dates.allTime]).toEqual([
    ...['Allarmi', 'Profilo', 'Traccia', 'Al minimo', 'Hai rinunciato!', 'Da sempre'],
  ])
  expect([error.sendFeedback, italian.severity.warning, italian.map.course]).toEqual([
    ...['Invia un parere', 'Avviso', 'Rotta'],
  ])
  const is = icelandic
  expect([is.nav.geofences, is.nav.announcements, is.resources.title, is.nav.documentation]).toEqual([
    ...['Vöktunarsvæði', 'Fréttir', 'Efni', 'Skjöl'],
  ])
  expect([is.nav.feedback, is.nav.administration, is.trips.duration, is.reports.duration]).toEqual([
    ...['Ábendingar', 'Stjórnun', 'Tímalengd', 'Tímalengd'],
  ])
  expect([is.signIn.noCode, is.format.compass.W, is.departments.region, is.nav.vessels]).toEqual([
    ...['Barst enginn kóði?', 'V', 'Landsvæði', 'Bátar'],
  ])
  expect([en.map.noLiveTrips, en.heatmap.none, en.users.none]).toEqual([
    'No live trips at the moment.',
    'No heatmap data, try another layer or date range.',
    'You are the only user so far.',
  ])
})

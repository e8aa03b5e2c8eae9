/** `npm run tool words`: refuses comments, identifiers and file names that the house style has retired. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'node:path'

/** A comment that begins so is a fragment: a sentence begins with its noun or its verb. */
const FRAGMENT = /^(Of|Those|Whose|Whom|Whoever|What|Who|Where|By|Since)\b/

/** Identifiers and names of files that stand for something else today, by the word that replaced them. */
const RETIRED: Readonly<Record<string, RegExp>> = {
  interval: /\b\w*([a-z]Stretch|[Ss]tretch(?:es)?(?:Of|Sql|At|Query|Notes|Readings|Request)|STRETCH)\w*\b/,
  'quarter-hour': /\b\w*(?:[a-z]Quarters?(?!Hour)|Quarter(?:Figures|Choice|Column|Grouping|Starts))\b/,
  accepted: /\b\w*(?:[Bb]elievedFix|[Bb]elieved(?:Of|Sql)|isBelieved)\b/,
  'outlier filter': /\b(?:passGate|openGate|FixGate|fixGate)\b/,
  measured: /\b(?:FeltEvent|feltBy|FELT_MIN)\b/,
  'cache, log or selection': /\b(?:[Rr]uleBook|[Rr]ejectionBook|[Ss]ourceBook)\b/,
  expectedValues: /\bwasOf\b/,
  requireFresh: /\brequireSeen\b/,
  fencedWrites: /\bcomputedBy\b/,
  effectiveDating: /\b(?:thenOrNow|THEN_OR_NOW|JUDGE_NOTHING)\b/,
  'withLease, noLease, exclusiveLease': /\b(?:whileHeld|holdAlone)\b/,
  EMPTY_STATE: /\bNOTHING_SAID\b/,
  again: /\b(?:startAnew|isChosenAnew|ANEW_AFTER_US)\b/,
  'bucket, chunk or segment':
    /\b(?:pieceFigures|tripPieces|TripPiece|pieceOf|pieceMs|pieceUs|piecesAround|PieceRange|croppedPiece)\b/,
  'received, reported or last seen':
    /\b(?:lastHeardUs|heard(?:Us|Ms|At|By|In|Of|Before|Names|Shares|Voyages|Elsewhere)|(?:hours|days|has|is)Heard|hours_heard|Heard(?:OfDevice|InMinute|Strip)|NOTHING_HEARD|hears(?:Ais|Records))\b/,
  'reported, sent or given':
    /\b(?:said(?:At|Ms|By|Of|Sql|Alive|East|UntilS)|columnsSaid|columns_said|ColumnsSaid|lastSaid|unitSaid)\b/,
  'reported, notified or shown':
    /\b(?:told(?:At|AtMs|Ms|Of|BySeveral)|told_at|told_total|ToldMessage|isTold|setTold|takeTold|tellsHouse)\b/,
  'selected or rejected': /\b(?:Believer|Disbelieved|believableDepths)\b/,
  'latitudeDeg or longitudeDeg':
    /\b(?:(?:half|delta|from|to|cos|sin|offset|start|end)L(?:at|on|ng)|(?:lat|lon|lng)(?:Deg|Step|[AB]))\b/,
  'AcceptedFix, AcceptedFixes or Fix': /\b(?:GatedFix|FixColumns|FixRow)\b/,
  airTemperatureK: /\btemperatureK\b/,
  plot: /\b(?:EChart|HistoryChart|PolarChart|TimeChart|TripChart|StudioChart|LimitChart|LocationChart|AlertChart|RefusedChart)\b/,
}

/**
 * Names of a position on the wire, in addresses, in the formats of others and in libraries. Everything else has
 * `latitudeDeg` and `longitudeDeg`. Quoted text and attributes such as `lat="64"` are left out.
 */
const WIRE_POSITION = /(?<![\w'"`<])(?:lat|lon|lng)s?(?![\w"'=-])/
const NAMES_OF_OTHERS = [
  /^(?:contract\/wire|protocols|clients|e2e|(?:server|web)\/testing)\//,
  /^web\/(?:map\/mapPosition|searchParameters|i18n\/i18n)\.ts$/,
  /\.test\.tsx?$/,
]

/** Each line of a file that breaks the style, as `path:line: reason`. */
export function faultsOf(path: string, text: string): string[] {
  const faults: string[] = []
  const lines = text.split('\n')
  const mayNameWire = NAMES_OF_OTHERS.some((paths) => paths.test(path))
  for (const [i, line] of lines.entries()) {
    const at = `${path}:${i + 1}`
    const opening = openingOf(lines, i)
    if (opening && FRAGMENT.test(opening))
      faults.push(`${at}: the comment begins with a fragment: ${opening}`)
    for (const [word, retired] of Object.entries(RETIRED)) {
      const [name] = retired.exec(line) ?? []
      if (name) faults.push(`${at}: ${name} is retired, the word is ${word}`)
    }
    const [wireName] = (!mayNameWire && WIRE_POSITION.exec(line)) || []
    if (wireName)
      faults.push(`${at}: ${wireName} belongs to the wire, inside it is latitudeDeg, longitudeDeg`)
  }
  return faults
}

/** First words of the comment that begins in a line, null where none begins. */
function openingOf(lines: readonly string[], i: number): string | null {
  const line = (lines[i] ?? '').trim()
  const isGoingOn = line.startsWith('//') && (lines[i - 1] ?? '').trim().startsWith('//')
  const [, opening] = /^(?:\/\*\*?|\/\/|\{\/\*)\s*(.*)$/.exec(line) ?? []
  if (opening === undefined || isGoingOn) return null
  return opening === '' ? (lines[i + 1] ?? '').trim().replace(/^\*\s*/, '') : opening
}

/** Files of one folder whose names differ by case alone, as `folder: one, other`. */
export function caseTwins(paths: readonly string[]): string[] {
  const isTest = /\.(test|spec|module|d)$/
  const modules = paths
    .map((path) => parse(path))
    .filter(({ ext, name }) => /^\.tsx?$/.test(ext) && !isTest.test(name))
  const groups = Map.groupBy(modules, ({ dir, name }) => `${dir}/${name.toLowerCase()}`)
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ name }) => name)).size > 1)
    .map((group) => `${group[0]?.dir}: ${group.map(({ base }) => base).join(', ')}`)
}

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  const paths = listed.split('\n').filter((path) => path && existsSync(path))
  const source = paths.filter(
    (path) => /\.(ts|tsx|mts|cjs|mjs|css)$/.test(path) && !path.startsWith('plainWords'),
  )
  const faults = [
    ...source.flatMap((path) => faultsOf(path, readFileSync(path, 'utf8'))),
    ...caseTwins(paths),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}

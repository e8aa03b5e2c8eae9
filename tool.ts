/** `npm run tool NAME`: runs a tool that is not needed every day. `npm run tool` alone lists all of them. */
import { spawnSync } from 'node:child_process'

interface Tool {
  does: string
  /** A shell command; the words after the name follow it. */
  run: string
}

const IS_BUILT =
  '[ -f dist/index.html ] && [ -f dist/aboard/signalk-taffrail.tgz ] && [ -z "$(find web contract protocols aboard vite.config.ts package.json package-lock.json -type f -newer dist/index.html -print -quit)" ]'

const TOOLS: Readonly<Record<string, Tool>> = {
  // On a running installation
  'new-device': {
    does: 'creates a device for a vessel and prints its id and secret',
    run: 'node server/commands/newDevice.ts',
  },
  basemap: { does: 'fetches the detailed map of an area', run: 'node server/commands/fetchArea.ts' },
  client: { does: 'builds the typed client of the public API', run: 'node clients/buildClient.ts' },
  'pack-aboard': {
    does: 'packs the programs for the boat, in this folder or the named one',
    run: 'node aboard/pack.ts',
  },
  // On the source
  lint: { does: 'checks form and habits', run: 'biome ci .' },
  format: { does: 'corrects the form of all files', run: 'biome check --write .' },
  words: { does: 'refuses fragments in comments and retired names', run: 'node plainWords.ts' },
  types: {
    does: 'checks the types of contract, server and console',
    run: 'tsc -p tsconfig.contract.json || exit; tsc -p tsconfig.server.json --checkers 1 & tsc -p tsconfig.web.json --checkers 1; WEB=$?; wait $! && exit $WEB',
  },
  unused: {
    does: 'finds files, exports and packages that nothing uses',
    run: 'knip --cache & knip --production --cache; PRODUCTION=$?; wait $! && exit $PRODUCTION',
  },
  packages: {
    does: 'lists the packages of a release in a file, and asks the registry for their known holes',
    run: 'node packages.ts',
  },
  // Tests, soaks and measurements
  unit: { does: 'runs unit and engine tests', run: 'vitest run' },
  e2e: {
    does: 'runs the journeys in a browser',
    run: 'node e2e/ensureChromium.ts && PW_DISABLE_TS_ESM=1 NODE_OPTIONS="--import ./e2e/withoutSnapshots.ts" playwright test',
  },
  soak: {
    does: 'runs the tests of random faults and orders for as long as asked',
    run: 'node bench/soak.ts',
  },
  rebuild: {
    does: 'builds the console and the programs for the boat if their source changed',
    run: `${IS_BUILT} || npm run -s build`,
  },
  weigh: { does: 'holds the built console to its budgets', run: 'node e2e/weigh.ts' },
  quick: { does: 'measures the processor time of frequent work', run: 'node bench/quick.ts' },
  // Pictures
  'help-pictures': { does: 'takes the pictures of the help articles', run: 'node e2e/helpPictures.ts' },
  'map-pictures': { does: 'takes pictures of the map in every style', run: 'node e2e/mapPictures.ts' },
}

const [name, ...args] = process.argv.slice(2)
const tool = name !== undefined && Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
if (tool) {
  const { status } = spawnSync('sh', ['-c', `${tool.run} "$@"`, name ?? '', ...args], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
const width = Math.max(...Object.keys(TOOLS).map((one) => one.length))
for (const [one, { does }] of Object.entries(TOOLS)) console.log(`npm run tool ${one.padEnd(width)}  ${does}`)
if (name !== undefined) {
  console.error(`There is no tool named ${name}.`)
  process.exit(1)
}

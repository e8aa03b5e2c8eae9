/** `taffrail-aboard`: reads the instruments of a boat, keeps everything on disk and brings it ashore. */
import '../olderNode.ts'
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'
import { startBoard } from '../board/board.ts'
import type { Source } from '../message.ts'
import type { LinkState } from '../send/sender.ts'
import { openSource } from '../sources/openSource.ts'
import { HELP, Misused, type Options, readCall } from './options.ts'
import { statusLine } from './statusLine.ts'
import { systemdUnit } from './systemdUnit.ts'

const STATUS_EVERY_MS = 60_000

// New files are for this user alone.
process.umask(0o077)
try {
  const args = process.argv.slice(2)
  const call = readCall(args)
  if (call.does === 'help') console.log(HELP)
  else if (call.does === 'version') console.log(CONSOLE_VERSION)
  else if (call.does === 'print-unit') console.log(unitOf(args))
  else if (call.does === 'probe') {
    // The decoders need as much memory as the rest of the program.
    const { probe } = await import('../probe/probe.ts')
    await probe(call, (line) => console.log(line))
  } else run(call.options)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Misused) console.error('taffrail-aboard --help lists all options.')
  process.exitCode = 1
}

function unitOf(args: readonly string[]): string {
  const own = args.filter((arg) => arg !== '--print-unit')
  // A unit has no working folder.
  const at = own.indexOf('--config')
  if (at >= 0 && own[at + 1]) own[at + 1] = resolve(own[at + 1] ?? '')
  return systemdUnit([process.execPath, ...process.execArgv, realpathSync(process.argv[1] ?? '')], own)
}

function run(options: Options): void {
  const sources: Source[] = []
  const { id, secret } = options
  const board = startBoard({
    ...options,
    software: `taffrail-aboard ${CONSOLE_VERSION}`,
    credentials: id !== null && secret !== null ? { id, secret } : null,
    sources: () => sources.map((source) => source.state()),
    onLink: newsOf((line) => console.log(line)),
  })
  for (const address of options.sources)
    sources.push(
      openSource(address, board.addSource(), (line) => console.log(line), { stateFolder: options.state }),
    )
  const status = setInterval(() => console.log(statusLine(board.link(), board.health())), STATUS_EVERY_MS)
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    clearInterval(status)
    await Promise.all(sources.map((source) => source.close()))
    await board.close()
    console.log('everything that was read is on disk')
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** Prints what has changed for a person: the code, the pairing, and whether the link works. */
function newsOf(print: (line: string) => void) {
  let shown = ''
  return ({ pairing, pairingCode, deviceId, error }: LinkState) => {
    const lines = [
      ...(pairing === 'waiting' && pairingCode !== null
        ? [`device ${deviceId}`, `pairing code ${pairingCode}`]
        : []),
      ...(pairing === 'paired' ? ['paired'] : []),
      ...(error === null ? [] : [`no link: ${error}`]),
    ]
    const text = lines.join('\n')
    if (text !== shown && text !== '') print(text)
    shown = text
  }
}

/** Plugin of a Signal K server: keeps what the server receives on disk, and brings it ashore. */
import '../olderNode.ts'
import { join } from 'node:path'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'
import { type Board, startBoard } from '../board/board.ts'
import { monotonicMs } from '../board/machine.ts'
import type { Message } from '../message.ts'
import { pluginStatus, stateValues } from './pluginStatus.ts'
import { FramesSeen, lineOfFrame } from './rawFrames.ts'
import type { Delta, Plugin, PluginSettings, SignalkServer } from './serverApi.ts'

const ID = 'signalk-taffrail'
const STATUS_EVERY_MS = 5000

const USUAL: PluginSettings = {
  ...{ server: '', ais: false, raw: true, megabytesPerMonth: 0, gigabytesOfDisk: 2 },
}

export default function plugin(app: SignalkServer): Plugin {
  let running: { board: Board; end: () => void } | null = null
  /** The server stops a plugin again before it starts it, and two boards must not have one folder. */
  let closing = Promise.resolve()
  return {
    id: ID,
    name: 'Taffrail',
    description:
      'Keeps the data of this boat on disk until they are stored ashore, in your Taffrail console.',
    schema: () => SCHEMA,
    start(settings) {
      const all = { ...USUAL, ...settings }
      if (!URL.canParse(all.server)) {
        app.setPluginError('Enter the address of your Taffrail console, such as https://console.example.')
        return
      }
      try {
        running = run(app, all)
      } catch (error) {
        app.setPluginError(error instanceof Error ? error.message : String(error))
      }
    },
    async stop() {
      const ending = running
      running = null
      ending?.end()
      if (ending) closing = ending.board.close()
      await closing
    },
  }
}

function run(app: SignalkServer, settings: PluginSettings): { board: Board; end: () => void } {
  const board = startBoard({
    server: settings.server,
    state: join(app.getDataDirPath(), 'taffrail-aboard'),
    software: `${ID} ${CONSOLE_VERSION}`,
    diskBytes: settings.gigabytesOfDisk * 1e9,
    bytesPerMonth: settings.megabytesPerMonth > 0 ? settings.megabytesPerMonth * 1e6 : null,
    onLink: () => show(),
  })
  const take = board.addSource()
  const frames = new FramesSeen()
  const give = (format: Message['format'], text: string) => {
    try {
      take({ format, bytes: Buffer.from(text), arrivedMs: performance.now() })
    } catch (error) {
      app.error(`A message was lost: ${error instanceof Error ? error.message : error}`)
    }
  }
  const onFrame = (frame: unknown) => {
    const line = lineOfFrame(frame, Date.now())
    if (line === null) return
    frames.note(line, performance.now())
    give('n2k', line)
  }
  const onDelta = (delta: Delta) => {
    const nowMs = performance.now()
    const updates = (delta.updates ?? []).filter(
      ({ $source, source }) => $source !== ID && !frames.cover(source, nowMs),
    )
    const context = delta.context === app.selfContext ? 'vessels.self' : delta.context
    if (updates.length > 0) give('signalk', JSON.stringify({ context, updates }))
  }

  const unsubscribes: (() => void)[] = []
  const context = settings.ais ? 'vessels.*' : 'vessels.self'
  app.subscriptionmanager.subscribe(
    { context, subscribe: [{ path: '*', policy: 'instant' }], sourcePolicy: 'all' },
    unsubscribes,
    (error) => app.setPluginError(String(error)),
    onDelta,
  )
  if (settings.raw) app.on('canboatjs:rawoutput', onFrame)
  const timer = setInterval(() => show(), STATUS_EVERY_MS)

  let shown = ''
  function show() {
    const [link, health] = [board.link(), board.health()]
    if (link.error !== null && link.pairing !== 'paired') app.setPluginError(link.error)
    else app.setPluginStatus(pluginStatus(link, health))
    const ageMs = link.lastAcknowledgedMs === null ? null : monotonicMs() - link.lastAcknowledgedMs
    const values = stateValues(link, health, ageMs === null ? null : Date.now() - ageMs)
    const text = JSON.stringify(values)
    if (text !== shown) app.handleMessage(ID, { updates: [{ values }] })
    shown = text
  }

  return {
    board,
    end() {
      clearInterval(timer)
      app.removeListener('canboatjs:rawoutput', onFrame)
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

/** Settings in the server's admin page. */
const SCHEMA = {
  type: 'object',
  required: ['server'],
  properties: {
    server: {
      type: 'string',
      title: 'Address of the console',
      description:
        'Such as https://console.example. The pairing code then appears above; type it in the console.',
    },
    raw: {
      type: 'boolean',
      title: 'Send frames of NMEA 2000 where this server has them',
      description: 'They say more than the values that are made of them.',
      default: USUAL.raw,
    },
    ais: {
      type: 'boolean',
      title: 'Send received ships (AIS) too',
      default: USUAL.ais,
    },
    megabytesPerMonth: {
      type: 'number',
      title: 'Most megabytes to send in 30 days',
      description: 'For an expensive link: positions and alerts go first. 0 is without a limit.',
      minimum: 0,
      default: USUAL.megabytesPerMonth,
    },
    gigabytesOfDisk: {
      type: 'number',
      title: 'Most gigabytes of disk for what waits',
      minimum: 0.05,
      default: USUAL.gigabytesOfDisk,
    },
  },
}

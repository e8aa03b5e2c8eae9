/** The parts of the server that the plugin uses, of versions 2.23 and newer. */
export interface SignalkServer {
  /** Context of the own vessel, as deltas name it. */
  selfContext: string
  getDataDirPath(): string
  setPluginStatus(text: string): void
  setPluginError(text: string): void
  handleMessage(pluginId: string, delta: { updates: { values: { path: string; value: unknown }[] }[] }): void
  error(text: string): void
  subscriptionmanager: {
    subscribe(
      command: {
        context: string
        subscribe: { path: string; policy: 'instant' }[]
        /** Newer servers otherwise leave out all sources but the preferred one. */
        sourcePolicy: 'all'
      },
      unsubscribes: (() => void)[],
      onError: (error: unknown) => void,
      onDelta: (delta: Delta) => void,
    ): void
  }
  on(event: 'canboatjs:rawoutput', listener: (frame: unknown) => void): unknown
  removeListener(event: 'canboatjs:rawoutput', listener: (frame: unknown) => void): unknown
}

export interface Delta {
  context?: string
  updates?: { $source?: string; source?: DeltaSource; values?: { path: string }[] }[]
}

/** `type` is `NMEA2000` for a message of the bus, with its PGN and the address of its sender, `204`. */
export interface DeltaSource {
  type?: string
  label?: string
  pgn?: number
  src?: string | number
}

export interface Plugin {
  id: string
  name: string
  description: string
  schema: () => object
  start(settings: Partial<PluginSettings>): void
  stop(): Promise<void>
}

export interface PluginSettings {
  server: string
  ais: boolean
  raw: boolean
  megabytesPerMonth: number
  gigabytesOfDisk: number
}

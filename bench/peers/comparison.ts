/** One line of a comparison. */
export interface Measured {
  figure: number
  /** Result of the measured work, which has to be equal on all sides. */
  answer: unknown
  /** Processor time of the server, for a machine that others use too. */
  cpuS?: number
}

/** Measurements by the names of their lines. */
export type Lines = Record<string, Measured>

/** One program that is ready to be measured. */
export interface Side {
  /** Measures every line once, on the same data for all sides. */
  run(): Promise<Lines>
  close(): Promise<void>
}

/** Another program, or the usual way to do the same. */
export interface Peer {
  name: string
  /** Null where the peer is not installed. */
  open(given: Given): Promise<Side | null>
}

export interface Given {
  /** True for the size of the goal, false for one that takes a minute. */
  full: boolean
  /** Folder with `node_modules` of peers that the product does not depend on. */
  peersDir: string | null
}

/** Measures the product and its peers by turns. */
export interface Comparison {
  name: string
  unit: string
  /** The better figure is the larger one, such as a rate, or the smaller one, such as a time. */
  better: 'more' | 'less'
  /** Goal for our figure divided by the peer's. */
  goal: number
  ours(given: Given): Promise<Side>
  peers: readonly Peer[]
}

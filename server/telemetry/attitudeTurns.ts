type Row = readonly [number, number, number]

/** From the axes that an attitude is told in to the boat's, as rows of a rotation: forward, to starboard, up. */
export type AttitudeTurn = readonly [Row, Row, Row]

/** By sensor, in the order of time: from when on its attitude is turned so. Before the first it is the boat's. */
export type AttitudeTurns = ReadonlyMap<number, readonly { fromUs: number; turn: AttitudeTurn }[]>

type Row = readonly [number, number, number]

/** Rotation from the axes of a reported attitude to the boat's, as rows: forward, to starboard, up. */
export type AttitudeTurn = readonly [Row, Row, Row]

/**
 * Turn of each sensor's attitude, by sensor and in time order, each valid from `fromUs`. Before the first one the
 * attitude is the boat's.
 */
export type AttitudeTurns = ReadonlyMap<number, readonly { fromUs: number; turn: AttitudeTurn }[]>

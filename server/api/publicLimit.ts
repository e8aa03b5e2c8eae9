/**
 * Calls a minute from one address to doors that open without a token: room for an office behind one address, and a
 * flood is turned away before it costs a query or a password hash. Counted over all processes (`sharedCounts`).
 */
export const PUBLIC_LIMIT = { max: 300, timeWindow: 60_000 }

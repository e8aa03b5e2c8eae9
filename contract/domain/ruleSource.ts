/** Where a rule finds what it looks at. A module of its own, so that whoever shows alerts need not load the catalogue. */
export const RULE_SOURCES = ['time-series', 'statistics', 'vessel-status', 'j1939'] as const
export type RuleSource = (typeof RULE_SOURCES)[number]

/** Sources of a rule's values. A separate module, so that pages that show alerts need not load the catalogue. */
export const RULE_SOURCES = ['time-series', 'statistics', 'vessel-status', 'j1939'] as const
export type RuleSource = (typeof RULE_SOURCES)[number]

/** Headings of docs/numbers.md, as anchors, to which screens link. */
export const NUMBER_SECTIONS = [
  'trips',
  'impacts',
  'safety-speed',
  'operating-stages',
  'fuel-and-emissions',
  'score-and-rank',
  'reports',
  'weather',
] as const

export type NumberSection = (typeof NUMBER_SECTIONS)[number]

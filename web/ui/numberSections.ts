/** Headings of docs/numbers.md, as anchors, that screens point to. */
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

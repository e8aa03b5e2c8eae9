/** Headings of docs/numbers.md, as anchors, that screens point to. */
export const NUMBER_SECTIONS = ['trips', 'reports'] as const

export type NumberSection = (typeof NUMBER_SECTIONS)[number]

/** Usual work by kind of engine, and on what every boat carries: intervals that owners' manuals commonly give. */
export interface TemplateTask {
  /** Names its words. */
  work: TemplateWork
  hours?: number
  months: number
}
export const TEMPLATE_WORKS = [
  'oil',
  'fuelFilter',
  'airFilter',
  'impeller',
  'anodes',
  'belts',
  'coolant',
  'valves',
  'gearOil',
  'sparkPlugs',
  'batteryCheck',
  'coolingLoop',
  'liferaft',
  'epirb',
  'flares',
  'extinguishers',
  'gas',
  'hull',
] as const
export type TemplateWork = (typeof TEMPLATE_WORKS)[number]

export const TEMPLATES = {
  outboard: [
    { work: 'oil', hours: 100, months: 12 },
    { work: 'gearOil', hours: 100, months: 12 },
    { work: 'sparkPlugs', hours: 200, months: 24 },
    { work: 'fuelFilter', hours: 100, months: 12 },
    { work: 'impeller', hours: 200, months: 24 },
    { work: 'anodes', hours: 100, months: 6 },
  ],
  diesel: [
    { work: 'oil', hours: 200, months: 12 },
    { work: 'fuelFilter', hours: 200, months: 12 },
    { work: 'airFilter', hours: 400, months: 24 },
    { work: 'impeller', hours: 400, months: 24 },
    { work: 'belts', hours: 400, months: 24 },
    { work: 'coolant', hours: 1000, months: 24 },
    { work: 'valves', hours: 1000, months: 48 },
    { work: 'anodes', months: 6 },
  ],
  petrol: [
    { work: 'oil', hours: 100, months: 12 },
    { work: 'sparkPlugs', hours: 200, months: 24 },
    { work: 'fuelFilter', hours: 100, months: 12 },
    { work: 'impeller', hours: 200, months: 24 },
    { work: 'gearOil', hours: 100, months: 12 },
    { work: 'anodes', months: 6 },
  ],
  electric: [
    { work: 'batteryCheck', hours: 500, months: 12 },
    { work: 'coolingLoop', hours: 1000, months: 24 },
    { work: 'anodes', months: 6 },
  ],
  safety: [
    { work: 'liferaft', months: 12 },
    { work: 'epirb', months: 60 },
    { work: 'flares', months: 36 },
    { work: 'extinguishers', months: 12 },
    { work: 'gas', months: 24 },
    { work: 'hull', months: 12 },
  ],
} as const satisfies Record<string, readonly TemplateTask[]>
export type TemplateName = keyof typeof TEMPLATES
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as readonly TemplateName[]

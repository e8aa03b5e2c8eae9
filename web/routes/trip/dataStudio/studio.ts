export const CHART_FORMS = ['usual', 'line', 'area', 'points', 'bars'] as const
export type ChartForm = (typeof CHART_FORMS)[number]

export interface StudioPlot {
  id: string
  fields: readonly string[]
  form: ChartForm
  /** Points of the smoothing window; null shows the measured values. */
  smoothing: number | null
}

/** Content of the studio of one trip. */
export interface Studio {
  charts: readonly StudioPlot[]
  /** Preset that the plots show, until one of them changes. */
  presetId: string | null
}

export interface Preset {
  id: string
  name: string
  charts: readonly StudioPlot[]
}

/** crypto.randomUUID() is missing where the console is served without TLS. */
export const newId = () => Math.random().toString(36).slice(2)

export const PRESET_NAME_LENGTH = 30

export const emptyPlot = (): StudioPlot => ({
  id: newId(),
  fields: [],
  form: 'usual',
  smoothing: null,
})
export const emptyStudio = (): Studio => ({ charts: [emptyPlot()], presetId: null })

export const addChart = ({ charts }: Studio): Studio => ({
  charts: [...charts, emptyPlot()],
  presetId: null,
})

/** There is always at least one plot. */
export function removeChart({ charts }: Studio, id: string): Studio {
  const left = charts.filter((chart) => chart.id !== id)
  return { charts: left.length > 0 ? left : [emptyPlot()], presetId: null }
}

export const changeChart = ({ charts }: Studio, id: string, change: Partial<StudioPlot>): Studio => ({
  charts: charts.map((chart) => (chart.id === id ? { ...chart, ...change } : chart)),
  presetId: null,
})

/** Removes series without data from a plot; the preset stays chosen. */
export const dropFields = (studio: Studio, id: string, fields: readonly string[]): Studio => ({
  ...studio,
  charts: studio.charts.map((chart) =>
    chart.id === id ? { ...chart, fields: chart.fields.filter((field) => !fields.includes(field)) } : chart,
  ),
})

/** Shows a preset; a shown preset is removed. */
export const togglePreset = (studio: Studio, { id, charts }: Preset): Studio =>
  studio.presetId === id ? emptyStudio() : { charts, presetId: id }

/** Number of trips whose studios are stored. */
const MOST_TRIPS = 30

/** Appends the last arranged studio, and drops trips that were arranged longest ago. */
export function keepStudio(kept: Readonly<Record<string, Studio>>, tripId: string, studio: Studio) {
  const others = Object.entries(kept).filter(([id]) => id !== tripId)
  return Object.fromEntries([...others, [tripId, studio] as const].slice(-MOST_TRIPS))
}

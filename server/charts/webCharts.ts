import { z } from 'zod'
import type { Chart } from '#contract/wire/chart.ts'
import { TileAddress } from '#server/basemap/tileAddress.ts'

const ChartSources = z.array(
  z.strictObject({
    name: z.string().min(1).max(100),
    url: TileAddress.refine((url) => /^https?:/.test(url) && URL.canParse(url), 'is no address'),
    attribution: z.string().default(''),
    minzoom: z.int().min(0).max(24).default(0),
    maxzoom: z.int().min(0).max(24).default(18),
    tile_size: z.union([z.literal(256), z.literal(512)]).default(256),
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable().default(null),
  }),
)

/** Raster charts on the web, as `CHART_SOURCES` names them. Throws a sentence where it cannot be read. */
export function webCharts(setting: string | undefined): Chart[] {
  if (!setting) return []
  const parsed = ChartSources.safeParse(jsonOf(setting))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`CHART_SOURCES: ${[...(issue?.path ?? []), issue?.message].join(' ')}.`)
  }
  return parsed.data.map(({ url, ...chart }) => ({
    ...chart,
    id: `web-${chart.name}`,
    format: 'raster',
    tiles: url,
    layers: [],
    origin: 'web',
    bytes: null,
    is_stopped: false,
  }))
}

function jsonOf(setting: string): unknown {
  try {
    return JSON.parse(setting)
  } catch {
    throw new Error('CHART_SOURCES: not valid JSON.')
  }
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'

export const HEATMAP_LAYERS = [
  'traffic',
  'impact',
  'high_impacts',
  'red_impacts',
  'sog',
  'safety_speed',
  'fuel_rate_l_hr',
  'fuel_rate_l_nm',
  'wind_speed',
  'wave_height',
  'sea_state',
  'temperature',
  'water_depth',
] as const
export type HeatmapLayer = (typeof HEATMAP_LAYERS)[number]

/** Steps of a fifth of the scale. */
export const HEAT_STEPS = ['1', '2', '3', '4', '5'] as const

/**
 * One point for each square of the map with a track: [latitude, longitude, intensity]. Intensity is in [0.05,
 * 1]. Steps 1 to 5 give the value of the layer, in its wire unit, at each fifth of the scale.
 */
export const HeatmapData = z.object({
  data: z
    .object({
      points: z
        .array(z.tuple([z.number(), z.number(), z.number()]))
        .describe(
          'One point for each square of the map: latitude and longitude in degrees, and intensity from 0.05 to 1.',
        ),
      steps: z
        .partialRecord(z.enum(HEAT_STEPS), z.number())
        .describe('Layer value at each fifth of the colour scale, from 1 to 5, in `unit`.'),
      unit: z.string().describe('Unit of the values in `steps`; empty for counts.'),
    })
    .describe('Points of the heatmap with their scale.'),
})
export type HeatmapData = z.infer<typeof HeatmapData>

export const fetchHeatmap = endpoint({
  method: 'POST',
  path: '/functions/on_request_fetch_heatmap_data',
  access: 'department:trip-view',
  body: z.object({
    type: z.enum(HEATMAP_LAYERS).describe('Layer of the heatmap, for example `traffic` or `wave_height`.'),
    start_time: Instant.describe('Start of the time range, in epoch seconds or ISO 8601, included.'),
    end_time: Instant.describe('End of the time range, in epoch seconds or ISO 8601, excluded.'),
  }),
  output: HeatmapData,
})

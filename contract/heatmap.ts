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

/** Each is a fifth of the scale. */
export const HEAT_STEPS = ['1', '2', '3', '4', '5'] as const

/**
 * One point for each square of the map that was sailed through: [latitude, longitude, intensity]. Intensity is in
 * [0.05, 1]; steps 1 to 5 say which value of the layer, in its unit on the wire, a fifth of the scale stands for.
 */
export const HeatmapData = z.object({
  data: z.object({
    points: z.array(z.tuple([z.number(), z.number(), z.number()])),
    steps: z.partialRecord(z.enum(HEAT_STEPS), z.number()),
    unit: z.string(),
  }),
})
export type HeatmapData = z.infer<typeof HeatmapData>

export const fetchHeatmap = endpoint({
  method: 'POST',
  path: '/functions/on_request_fetch_heatmap_data',
  access: 'department:trip-view',
  body: z.object({ type: z.enum(HEATMAP_LAYERS), start_time: Instant, end_time: Instant }),
  output: HeatmapData,
})
